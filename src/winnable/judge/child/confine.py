"""Takes rights away from the process it runs in, before a student's program gets control.

Run inside the sandbox, so it imports nothing but the standard library. Each layer is used where the
system has it: resource limits (POSIX), Landlock (Linux 5.13: files; 6.7: TCP; 6.12: signals) and a
seccomp filter (Linux on x86-64 and ARM64: no new processes, sockets, signals to others). None of
them can be undone by the program. `confine` returns the names of those that took effect.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterable, Sequence

__all__ = ["confine"]

MEGABYTE = 1 << 20


def confine(readable: Sequence[str], cpu_seconds: int, memory_megabytes: int) -> list[str]:
    """Give up everything but reading these folders; the names of the layers that took effect."""
    active = []
    if _limit_resources(cpu_seconds, memory_megabytes):
        active.append("resource limits")
    if sys.platform == "linux" and _forbid_new_privileges():
        if _restrict_files(readable):
            active.append("Landlock")
        if _filter_system_calls():
            active.append("seccomp")
    return active


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

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_PR_SET_DUMPABLE = 4
_PR_SET_PDEATHSIG = 1


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _forbid_new_privileges() -> bool:
    libc = _libc()
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # not to outlive a judge that is killed
    return bool(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_READ_FILE, _READ_DIRECTORY = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many bits each version knows; later ones: 16


def _restrict_files(readable: Iterable[str]) -> bool:
    """Allow reading in some folders and no other use of files; no TCP, no signals to others."""
    libc = _libc()
    version = libc.syscall(_LANDLOCK_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    files = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    network = 3 if version >= 4 else 0
    scoped = 3 if version >= 6 else 0
    attributes = struct.pack("=QQQ", files, network, scoped)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = libc.syscall(_LANDLOCK_CREATE_RULESET, attributes, size, 0)
    if ruleset < 0:
        return False
    for folder in readable:
        try:
            handle = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        rights = _READ_FILE | (_READ_DIRECTORY if os.path.isdir(folder) else 0)
        libc.syscall(_LANDLOCK_ADD_RULE, ruleset, 1, struct.pack("=Qi", rights, handle), 0)
        os.close(handle)
    restricted = bool(libc.syscall(_LANDLOCK_RESTRICT_SELF, ruleset, 0) == 0)
    os.close(ruleset)
    return restricted


# The numbers of the system calls that are refused: clone, fork, vfork, execve, socket, socketpair,
# kill, tkill, tgkill, ptrace, process_vm_readv, process_vm_writev, rt_sigqueueinfo,
# rt_tgsigqueueinfo, prlimit64; then those with the same number everywhere.
_REFUSED = {
    "x86_64": (56, 57, 58, 59, 41, 53, 62, 200, 234, 101, 310, 311, 129, 297, 302, 322),
    "aarch64": (220, 221, 198, 199, 129, 130, 131, 117, 270, 271, 138, 240, 261, 281),
}
# pidfd_send_signal, io_uring_setup, pidfd_open, clone3, pidfd_getfd, process_madvise
_REFUSED_EVERYWHERE = (424, 425, 434, 435, 438, 440)
_AUDIT_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
_EPERM, _ENOSYS = 1, 38
_KILL_PROCESS, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000


def _filter_system_calls() -> bool:
    """Refuse with EPERM what a card game has no use for; a foreign architecture is killed."""
    machine = platform.machine()
    if machine not in _REFUSED or sys.maxsize < 2**32:
        return False
    load, equal, greater, answer = 0x20, 0x15, 0x35, 0x06
    program = [
        (load, 0, 0, 4),  # the architecture
        (equal, 1, 0, _AUDIT_ARCHITECTURE[machine]),
        (answer, 0, 0, _KILL_PROCESS),
        (load, 0, 0, 0),  # the number of the call
        (greater, 0, 1, _X32_BIT),
        (answer, 0, 0, _KILL_PROCESS),
    ]
    for number in (*_REFUSED[machine], *_REFUSED_EVERYWHERE):
        # The C library tries clone3 first and falls back to clone if there is no such call.
        error = _ENOSYS if number == 435 else _EPERM
        program += [(equal, 0, 1, number), (answer, 0, 0, _ERRNO | error)]
    program.append((answer, 0, 0, _ALLOW))
    code = b"".join(struct.pack("=HBBI", *line) for line in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(program), ctypes.addressof(buffer))
    return bool(_libc().prctl(_PR_SET_SECCOMP, 2, header, 0, 0) == 0)
