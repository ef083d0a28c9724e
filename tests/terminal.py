"""`mstud` in a terminal of its own, with a person who types and reads."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sysconfig
import termios
import time
from pathlib import Path

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


def plain(shown: str) -> str:
    """Return what a terminal shows without colours and movements."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def _own_terminal() -> None:
    """Let Ctrl-C reach the process, also if the tests run where it is ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """`mstud` in its own terminal, with a person who presses keys."""

    def __init__(self, *arguments: str | Path, rows: int = 40, columns: int = 120, **environment: str) -> None:
        self.rows, self.columns = rows, columns
        mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "MSTUD_LANG")}
        self.process = subprocess.Popen(
            [MSTUD, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=kept | {"TERM": "xterm"} | environment,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(theirs)
        self.fd = mine
        self.shown = ""
        self.typed = 0

    def until(self, words: str, times: int = 1) -> None:
        """Read until the words have been shown that many times."""
        end = time.monotonic() + 30
        while self.shown.count(words) < times:
            assert time.monotonic() < end, f"{words!r} was not shown: {self.shown!r}"
            self.read()

    def read(self) -> bool:
        if not select.select([self.fd], [], [], 0.2)[0]:
            return True
        try:
            more = os.read(self.fd, 65536)
        except OSError:  # Linux: the other end is closed
            return False
        self.shown += more.decode(errors="replace")
        return bool(more)

    def drawn(self) -> str:
        """Return the screen that has been drawn since it was last begun anew, once it is whole, without colours."""
        end = time.monotonic() + 30
        while True:
            screen = plain(self.shown.rpartition("\x1b[H")[2])
            lines = screen.split("\r\n")
            if len(lines) == self.rows and len(lines[-1]) == self.columns:
                return screen
            assert time.monotonic() < end, f"the screen was not drawn: {self.shown!r}"
            self.read()

    def question(self) -> None:
        """Read until a question has been asked since the last line was typed."""
        end = time.monotonic() + 30
        while not self.shown[self.typed :].endswith((":\xa0", ": ")):
            assert time.monotonic() < end, f"nothing was asked: {self.shown!r}"
            self.read()

    def type(self, line: str) -> None:
        """Type a line and the Enter key, or a control character alone."""
        self.typed = len(self.shown)
        os.write(self.fd, f"{line}\n".encode() if line.isprintable() else line.encode())

    def press(self, key: str) -> None:
        """Press a key once keys are read one at a time: anything pressed before that is discarded."""
        end = time.monotonic() + 30
        while termios.tcgetattr(self.fd)[3] & termios.ICANON:
            assert time.monotonic() < end, "the terminal waits for no key"
            time.sleep(0.01)
        os.write(self.fd, key.encode())

    def end(self) -> int:
        """Wait for the process to end, read the rest, and return the exit status."""
        end = time.monotonic() + 30
        while self.read() and self.process.poll() is None and time.monotonic() < end:
            pass
        if self.process.poll() is None and time.monotonic() >= end:
            self.process.kill()
        status = self.process.wait(timeout=30)
        while select.select([self.fd], [], [], 0)[0] and self.read():
            pass
        os.close(self.fd)
        return status
