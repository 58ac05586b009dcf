"""Starts a process for each run of a program, by forking: Python and the harness are loaded once.

    python fork_server.py SOCKET [LAYER TO LEAVE OUT ...]

The judge asks over a socket, one request at a time, each an operation and a process number:

    start   three file descriptors come along (to read jobs, to answer, to print); the answer is
            the number of the new process, which runs `harness.run_job`
    wait    for a second at most; the answer is the exit status, or NOT_YET
    kill    the process and its group; the answer is the exit status

No program runs in this process itself. When the judge is gone, all it has started ends with it.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
import sys
import time
from contextlib import suppress
from importlib.machinery import PathFinder

import harness
from confine import Confinement

REQUEST = struct.Struct("=ci")
ANSWER = struct.Struct("=i")
NOT_YET = 1000
SECONDS = 1.0
POLL_SECONDS = 0.002

running: set[int] = set()
"""Processes that have been started and not yet waited for: no other is ever signalled."""


def main() -> None:
    del sys.path[0]  # the folder of this file: programs have no use for it
    PathFinder.find_spec("no_such_module")  # lists the standard library: programs may not
    confinement = Confinement(sys.argv[2:])
    if len(sys.argv) == 1:
        return  # a trial: everything could be loaded
    control = socket.socket(fileno=int(sys.argv[1]))
    gc.freeze()
    with suppress(OSError):  # a judge that was killed
        while serve(control, confinement):
            pass
    leave()


def serve(control: socket.socket, confinement: Confinement) -> bool:
    """Do what one request asks; whether there was one."""
    data, handles, _, _ = socket.recv_fds(control, REQUEST.size, 3)
    if len(data) < REQUEST.size:
        return False
    operation, process = REQUEST.unpack(data)
    if operation == b"s":
        answer = start(control, handles, confinement)
    elif operation == b"w":
        answer = wait(process)
    else:
        answer = kill(process)
    control.sendall(ANSWER.pack(answer))
    return True


def start(control: socket.socket, handles: list[int], confinement: Confinement) -> int:
    reading, writing, screen = handles
    process = os.fork()
    if process == 0:
        end_process = os._exit
        try:
            os.setpgid(0, 0)
            control.close()
            os.dup2(screen, 1)
            os.dup2(screen, 2)
            os.close(screen)
            harness.run_job(reading, writing, confinement)
        finally:
            end_process(1)
    for handle in handles:
        os.close(handle)
    running.add(process)
    return process


def wait(process: int) -> int:
    deadline = time.monotonic() + SECONDS
    while process in running:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            running.discard(process)
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            return NOT_YET
        time.sleep(POLL_SECONDS)
    return 0


def kill(process: int) -> int:
    if process in running:
        for number in (-process, process):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
    return wait(process)


def leave() -> None:
    """End everything; the judge may have had no time to remove the folder."""
    for process in list(running):
        kill(process)
    with suppress(OSError):
        os.rmdir(os.getcwd())
    os._exit(0)


if __name__ == "__main__":
    main()
