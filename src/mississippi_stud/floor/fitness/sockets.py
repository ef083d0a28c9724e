"""How a server is reached: its address, and how many files and connections it may have open."""

import http.client
import resource
import socket
from contextlib import closing
from ipaddress import ip_address
from typing import Final

from mississippi_stud.floor.fitness.finding import FitnessFinding, fine, warning, wrong

FILES: Final = 2_512
"""What a server needs by default: 1,000 connections, 1,000 live views, and 512 besides."""
_SECONDS: Final = 3


def open_files(needed: int = FILES) -> FitnessFinding:
    """Return whether a process may have enough files and connections open; the server raises the soft limit itself."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < needed:
        return warning("open-files", "open-files-few", hard, limit=hard, needed=needed)
    return fine("open-files", "∞" if hard == resource.RLIM_INFINITY else hard)


def address(host: str, port: int) -> FitnessFinding:
    """Return whether our server answers at an address, or could listen there."""
    told = f"{host}:{port}"
    answered = _answer(host, port)
    if answered == "taken":
        return wrong("address", "address-taken", told, address=told)
    if not answered:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with closing(socket.socket(family, socket.SOCK_STREAM)) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
            except OSError as error:
                return wrong("address", "address-unusable", told, address=told, why=error.strerror)
    if not _is_loopback(host):
        return warning("address", "address-open", told, address=told)
    return fine("address", told)


def _answer(host: str, port: int) -> str:
    """Return "ours" if our server answers there, "taken" if something else does, and nothing if nobody does."""
    connection = http.client.HTTPConnection(host, port, timeout=_SECONDS)
    try:
        with closing(connection):
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            return "ours" if answer.status == 200 and b'"status":"ok"' in answer.read(200) else "taken"
    except ConnectionRefusedError:
        return ""
    except (OSError, http.client.HTTPException):
        return "taken"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
