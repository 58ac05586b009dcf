"""Takes rights away from the process it runs in, before a student's program gets control.

Run inside the sandbox, so it imports nothing but the standard library. Each layer is used where the
system has it: resource limits (POSIX), Landlock (Linux 5.13: reading; 6.7: TCP; 6.12: signals), a
seccomp filter (Linux on x86-64 and ARM64: writing, processes, sockets, signals) and an audit hook
(every Python: `guard.py`). None of them can be undone by the program.
"""

from __future__ import annotations

import glob
import os
import struct
import sys
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from guard import install_guard

if TYPE_CHECKING:
    import ctypes

__all__ = ["Confinement"]

MEGABYTE = 1 << 20


class Confinement:
    """The rights that every run gives up. What can be is prepared once, before the first run."""

    def __init__(self, without: Collection[str] = ()) -> None:
        self._readable, self._without = list(_readable_paths()), without
        self._libc = None if {"Landlock", "seccomp"} <= set(without) else _load_libc()
        self._ruleset = -1
        if self._libc and "Landlock" not in without:
            self._ruleset = _make_ruleset(self._libc, self._readable)
        self._filter = b""
        if self._libc and "seccomp" not in without:
            self._filter = _system_call_filter(os.uname().machine)

    def apply(self, cpu_seconds: int, memory_megabytes: int) -> list[str]:
        """Give up everything but reading some folders; the names of the layers that took effect."""
        active = []
        if _limit_resources(cpu_seconds, memory_megabytes):
            active.append("resource limits")
        libc = self._libc
        if libc and _forbid_new_privileges(libc):
            if self._ruleset >= 0 and libc.syscall(_LANDLOCK_RESTRICT_SELF, self._ruleset, 0) == 0:
                active.append("Landlock")
            if self._filter and _use_filter(libc, self._filter):
                active.append("seccomp")
        if self._ruleset >= 0:
            os.close(self._ruleset)
        if "audit hook" not in self._without:
            install_guard(self._readable)
            active.append("audit hook")
        return active


def _readable_paths() -> Iterator[str]:
    """What a program may read: the standard library, and what its compiled modules are linked to.

    Packages that are installed lie below these folders on some systems, and ours may be one of
    them: so each folder's contents are listed, without them.
    """
    for folder in sys.path:
        for path in {folder, os.path.realpath(folder)}:
            if os.path.isdir(path):
                names = set(os.listdir(path)) - {"site-packages", "dist-packages"}
                yield from (os.path.join(path, name) for name in sorted(names))
            else:
                yield path  # an archive
    places = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", os.path.join(sys.base_prefix, "lib"))
    for place in sorted({os.path.realpath(place) for place in places}):
        for pattern in ("lib*.so*", "ld-*", "*-linux-*"):
            yield from sorted(glob.glob(os.path.join(place, pattern)))
    yield from ("/etc/ld.so.cache", "/dev/null", "/dev/urandom")


def _limit_resources(cpu_seconds: int, memory_megabytes: int) -> bool:
    try:
        import resource
    except ImportError:  # Windows
        return False
    wanted = {
        "RLIMIT_CPU": (cpu_seconds, cpu_seconds + 1),
        "RLIMIT_AS": (memory_megabytes * MEGABYTE,) * 2,
        "RLIMIT_FSIZE": (0, 0),  # pipes are not files: printing is not affected
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_NOFILE": (32, 32),
        "RLIMIT_NPROC": (0, 0),  # root is exempt: see the system call filter
        "RLIMIT_STACK": (16 * MEGABYTE,) * 2,
    }
    for name, (soft, hard) in wanted.items():
        try:
            resource.setrlimit(getattr(resource, name), (soft, hard))
        except (AttributeError, ValueError, OSError):  # not every system has or allows each
            continue
    return True


# -- Linux ----------------------------------------------------------------------------------------

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_PR_SET_NO_NEW_PRIVS = 38
_SIGKILL = 9
_CAPABILITY_VERSION_3 = 0x20080522


def _load_libc() -> ctypes.CDLL | None:
    """The C library, on Linux; elsewhere there is nothing to call, and programs find no ctypes."""
    if sys.platform != "linux":
        return None
    import ctypes

    return ctypes.CDLL(None, use_errno=True)


def _forbid_new_privileges(libc: ctypes.CDLL) -> bool:
    """No capabilities, if root runs this; none to be had; nobody looks into this process.

    And it ends when the fork server does.
    """
    libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    libc.capset(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0), bytes(24))
    return bool(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_READ_FILE, _READ_DIRECTORY = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many bits each version knows; later ones: 16


def _make_ruleset(libc: ctypes.CDLL, readable: list[str]) -> int:
    """Reading in some folders and no other use of files; no TCP, no signals to others.

    The file descriptor of the rules, or a negative number if the system has no Landlock.
    """
    version = libc.syscall(_LANDLOCK_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return -1
    files = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    network = 3 if version >= 4 else 0
    scoped = 3 if version >= 6 else 0
    attributes = struct.pack("=QQQ", files, network, scoped)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset: int = libc.syscall(_LANDLOCK_CREATE_RULESET, attributes, size, 0)
    if ruleset < 0:
        return -1
    for path in readable:
        try:
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        rights = _READ_FILE | (_READ_DIRECTORY if os.path.isdir(path) else 0)
        libc.syscall(_LANDLOCK_ADD_RULE, ruleset, 1, struct.pack("=Qi", rights, handle), 0)
        os.close(handle)
    return ruleset


# What a card game has no use for: the numbers on x86-64 and on ARM64, None where there is no such
# call. Landlock knows nothing of modes, owners and times, nor of what outlives a process.
REFUSED = {
    # processes
    "clone": (56, 220),
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "unshare": (272, 97),
    "setns": (308, 268),
    "personality": (135, 92),
    "setrlimit": (160, 164),
    "prlimit64": (302, 261),
    "prctl": (157, 167),
    # other processes
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    # talking to others, and what stays in the kernel
    "socket": (41, 198),
    "socketpair": (53, 199),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # files
    "creat": (85, None),
    "truncate": (76, 45),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "rmdir": (84, None),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "link": (86, None),
    "linkat": (265, 37),
    "symlink": (88, None),
    "symlinkat": (266, 36),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "open_by_handle_at": (304, 265),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    # ways around all this
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
}
# The C library and Python do without these if the kernel says that it does not know them.
UNKNOWN = {
    "io_uring_setup": (425, 425),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "clone3": (435, 435),
    "openat2": (437, 437),
    "mount_setattr": (442, 442),
}
# Refused if they open for writing: the call and which of its arguments has the flags.
OPENING = {"open": ((2, None), 1), "openat": ((257, 56), 2)}
NEWEST = 450
"""Calls that came later are unknown as well; they are the same everywhere."""
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The place in the tables above, and what the kernel calls the architecture."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_EPERM, _ENOSYS = 1, 38
_KILL_PROCESS, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_LOAD, _EQUAL, _GREATER, _HAS_BITS, _ANSWER = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16


def _system_call_filter(machine: str) -> bytes:
    """The filter as the kernel reads it; empty on a machine whose numbers are not known here."""
    if machine not in _MACHINES or sys.maxsize < 2**32 or sys.byteorder != "little":
        return b""
    place, architecture = _MACHINES[machine]
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_ANSWER, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        (_GREATER, 0, 1, NEWEST),  # the other numbers of x86-64, which begin far above, included
        (_ANSWER, 0, 0, _ERRNO | _ENOSYS),
    ]
    for table, error in ((REFUSED, _EPERM), (UNKNOWN, _ENOSYS)):
        for numbers in table.values():
            if (number := numbers[place]) is not None:
                program += [(_EQUAL, 0, 1, number), (_ANSWER, 0, 0, _ERRNO | error)]
    for numbers, argument in OPENING.values():
        if (number := numbers[place]) is not None:
            program += [
                (_EQUAL, 0, 4, number),
                (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
                (_HAS_BITS, 0, 1, _WRITING),
                (_ANSWER, 0, 0, _ERRNO | _EPERM),
                (_ANSWER, 0, 0, _ALLOW),
            ]
    program.append((_ANSWER, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *line) for line in program)


def _use_filter(libc: ctypes.CDLL, code: bytes) -> bool:
    import ctypes

    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    return bool(libc.prctl(_PR_SET_SECCOMP, 2, header, 0, 0) == 0)
