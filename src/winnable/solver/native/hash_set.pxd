"""A transposition table: the positions that a search has seen, as 128-bit Zobrist hashes.

It is a hash set with open addressing. Two different positions have the same hash with probability
2**-128, if the keys, which are constant and XORed, are taken as independent and random. So the
probability that a search of n positions ever mistakes a new one for an old one, and a LOST is wrong
for that reason, is below n * n / 2**129: about 10**-24 for the thirty million positions that fit
into a gigabyte.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

cdef struct Hash:
    uint64_t a
    uint64_t b

cdef struct HashSet:
    Hash* slots          # open addressing; a hash of two zeros marks a free slot
    uint64_t mask
    uint64_t count
    size_t most_bytes
    size_t left_bytes    # of those, what was left when old and new slots were last there together


cdef inline uint64_t mix(uint64_t* state) noexcept nogil:
    """The next number of splitmix64: good keys from any start, the same on every machine."""
    cdef uint64_t z
    state[0] += <uint64_t> 0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t> 0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline bint hash_set_open(HashSet* seen, uint64_t slots, size_t most_bytes) noexcept nogil:
    """Make an empty set; `slots` is a power of two. False if there is no memory for it."""
    seen.slots = <Hash*> calloc(slots, sizeof(Hash))
    seen.mask = slots - 1
    seen.count = 0
    seen.most_bytes = seen.left_bytes = most_bytes
    return seen.slots != NULL


cdef inline void hash_set_close(HashSet* seen) noexcept nogil:
    free(seen.slots)
    seen.slots = NULL


cdef inline bint hash_set_grow(HashSet* seen) noexcept nogil:
    """Double the slots. False if old and new together would take more memory than allowed."""
    cdef Hash* old = seen.slots
    cdef uint64_t slots = seen.mask + 1, at, to
    if 3 * slots * sizeof(Hash) > seen.most_bytes:
        return False
    seen.slots = <Hash*> calloc(2 * slots, sizeof(Hash))
    if seen.slots == NULL:
        seen.slots = old
        return False
    seen.left_bytes = seen.most_bytes - 3 * slots * sizeof(Hash)
    seen.mask = 2 * slots - 1
    for at in range(slots):
        if old[at].a | old[at].b:
            to = old[at].a & seen.mask
            while seen.slots[to].a | seen.slots[to].b:
                to = (to + 1) & seen.mask
            seen.slots[to] = old[at]
    free(old)
    return True


cdef inline int hash_set_add(HashSet* seen, Hash hash) noexcept nogil:
    """1 if it was new and has been added, 0 if it was there, -1 if there is no room for it."""
    cdef uint64_t at = hash.a & seen.mask
    while seen.slots[at].a | seen.slots[at].b:
        if seen.slots[at].a == hash.a and seen.slots[at].b == hash.b:
            return 0
        at = (at + 1) & seen.mask
    if 4 * seen.count >= 3 * (seen.mask + 1):
        if not hash_set_grow(seen):
            return -1
        return hash_set_add(seen, hash)
    seen.slots[at] = hash
    seen.count += 1
    return 1
