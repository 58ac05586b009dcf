"""Starts a process for each run of a program, by forking: Python and the harness are loaded once.

    python fork_server.py SOCKET

The judge asks over a socket, one request at a time, each an operation and a process number:

    start   three file descriptors come along (to read jobs, to answer, to print); the answer is
            the number of the new process, which runs `harness.run_job`
    wait    for a second at most; the answer is the exit status, or NOT_YET
    kill    the process and its group; the answer is the exit status

No program runs in this process itself.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
import sys
import time

import harness

REQUEST = struct.Struct("=ci")
ANSWER = struct.Struct("=i")
NOT_YET = 1000
SECONDS = 1.0
POLL_SECONDS = 0.002


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    del sys.path[0]  # the folder of this file: programs have no use for it
    gc.freeze()
    while True:
        data, handles, _, _ = socket.recv_fds(control, REQUEST.size, 3)
        if len(data) < REQUEST.size:
            os._exit(0)
        operation, process = REQUEST.unpack(data)
        if operation == b"s":
            answer = start(control, handles)
        elif operation == b"w":
            answer = wait(process, SECONDS)
        else:
            answer = kill(process)
        control.sendall(ANSWER.pack(answer))


def start(control: socket.socket, handles: list[int]) -> int:
    reading, writing, screen = handles
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        control.detach()
        os.dup2(screen, 1)
        os.dup2(screen, 2)
        os.close(screen)
        harness.run_job(reading, writing)
        os._exit(0)
    for handle in handles:
        os.close(handle)
    return process


def wait(process: int, seconds: float) -> int:
    deadline = time.monotonic() + seconds
    while True:
        try:
            found, status = os.waitpid(process, os.WNOHANG)
        except ChildProcessError:
            return 0
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            return NOT_YET
        time.sleep(POLL_SECONDS)


def kill(process: int) -> int:
    for number in (-process, process):
        try:
            os.kill(number, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    return wait(process, SECONDS)


if __name__ == "__main__":
    main()
