"""The keys that positions with columns, cells and foundations by suit are hashed with."""

from libc.stdint cimport uint64_t

from winnable.solver.native.hash_set cimport mix

cdef void cut_keys():
    cdef uint64_t seed = 1
    cdef int card, on
    for card in range(52):
        for on in range(54):
            KEYS.hash[card][on] = mix(&seed)
            KEYS.check[card][on] = mix(&seed)

cut_keys()
