"""A wire between a browser and a server that the test can cut."""

from __future__ import annotations

import contextlib
import socket
import threading


class Proxy:
    """Passes bytes on to a port of this machine, as long as it is not cut."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.is_cut = False
        self.open: set[socket.socket] = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """End every connection, and take no new one until `mend`."""
        self.is_cut = True
        for end in tuple(self.open):
            self._close(end)

    def mend(self) -> None:
        """Take connections again."""
        self.is_cut = False

    def close(self) -> None:
        """End it all."""
        self.cut()
        self.listener.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                try:
                    if self.is_cut:
                        raise ConnectionRefusedError
                    far = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    near.close()
                    continue
                self.open |= {near, far}
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
        self._close(source)
        self._close(target)

    def _close(self, end: socket.socket) -> None:
        self.open.discard(end)
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
