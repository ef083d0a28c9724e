"""The game behind a real nginx with TLS: who asks, from where, and what their browser may store."""

import datetime
import json
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.sync.client import connect

from mississippi_stud.web.client import Client
from mississippi_stud.web.guests import COOKIE, SECURE_COOKIE
from tests.web.conftest import free_port
from tests.web.play import play
from tests.web.test_serve import address, starting

NAME = "play.example"
GUESTS = 10
NGINX = next(filter(None, map(shutil.which, ("nginx", "/usr/sbin/nginx"))), None)
DOCUMENTED = Path(__file__).parents[2] / "deploy" / "nginx" / "mississippi-stud.conf"
FRAME = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 200; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""


def configured(folder: Path, url: str, port: int, plain: int) -> str:
    """Return the documented configuration with our ports and certificate, and the proxy on an address of its own."""
    text = DOCUMENTED.read_text()
    for documented, ours in {
        "server 127.0.0.1:8000;": f"server {url.removeprefix('http://')};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "/etc/ssl/play.example/": f"{folder}/",
        "proxy_http_version 1.1;": "proxy_http_version 1.1; proxy_bind 127.0.0.2;",
    }.items():
        assert documented in text
        text = text.replace(documented, ours)
    return text


@dataclass
class Proxied:
    """A server, and the proxy in front of it."""

    direct: str
    port: int
    plain: int
    """The port without TLS."""
    trust: ssl.SSLContext

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}"

    def client(self, address: str = "127.0.0.1", **options: Any) -> httpx.Client:
        """Return a browser at an address that knows the name of the site and trusts its certificate."""
        return httpx.Client(base_url=self.url, transport=Resolved(verify=self.trust, local_address=address), **options)

    def past(self, address: str) -> httpx.Client:
        """Return a program at an address that bypasses the proxy."""
        return httpx.Client(base_url=self.direct, transport=httpx.HTTPTransport(local_address=address))


class Resolved(httpx.HTTPTransport):
    """Resolves our name to this machine."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        found, told = request.url.copy_with(host="127.0.0.1"), {**request.extensions, "sni_hostname": NAME}
        sent = httpx.Request(request.method, found, headers=request.headers, stream=request.stream, extensions=told)
        return super().handle_request(sent)


def make_certificate(folder: Path) -> None:
    """Create a self-signed certificate for our name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    folder.joinpath("key.pem").write_bytes(key.private_bytes(*plain))
    folder.joinpath("certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """Serve the game behind nginx, the only proxy that it trusts."""
    if NGINX is None:
        pytest.fail("these tests need nginx: `make test` installs it, or apt-get install nginx-light")
    folder = tmp_path_factory.mktemp("proxy")
    make_certificate(folder)
    with starting(folder) as start:
        server = start(
            "--trust-proxy=127.0.0.2",
            f"--allow-host={NAME}",
            f"--limit=guests-a-minute={GUESTS}",
            "--limit=requests-a-second=1000",
        )
        url, port, plain = address(server), free_port(), free_port()
        folder.joinpath("site.conf").write_text(configured(folder, url, port, plain))
        folder.joinpath("nginx.conf").write_text(FRAME.format(folder=folder))
        proxy = subprocess.Popen(
            [NGINX, "-c", str(folder / "nginx.conf"), "-p", str(folder)], stderr=subprocess.DEVNULL
        )
        try:
            wait_for(port, folder)
            yield Proxied(url, port, plain, ssl.create_default_context(cafile=str(folder / "certificate.pem")))
        finally:
            proxy.terminate()
            proxy.wait(20)


def wait_for(port: int, folder: Path) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail(folder.joinpath("error.log").read_text())


def test_whoever_comes_without_tls_is_sent_to_it(site: Proxied):
    with site.client() as http:
        answer = http.get(f"http://{NAME}:{site.plain}/?book=crown")
    assert (answer.status_code, answer.headers["location"]) == (308, f"https://{NAME}/?book=crown")


def test_a_round_is_played_through_the_proxy(site: Proxied):
    with site.client(headers={"Origin": site.url}) as http:
        guest = Client(http)
        play(guest, "1 ante 5; deal; 1 fold")
        assert guest.prove(1)
        foreign = http.post("/api/tables", json={}, headers={"Origin": f"http://{NAME}:{site.port}"})
        assert (foreign.status_code, foreign.json()["code"]) == (403, "foreign")


def test_the_live_view_works_through_the_proxy(site: Proxied):
    with site.client() as http:
        guest = Client(http)
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        plain = socket.create_connection(("127.0.0.1", site.port))
        path = f"{site.url.replace('https', 'wss')}/api/live"
        with connect(path, sock=plain, ssl=site.trust, additional_headers={"Cookie": cookies}, origin=site.url) as live:
            live.send(json.dumps({"do": "subscribe", "topics": {f"table:{guest.table.id}": ""}}))
            assert live.recv(30)
            play(guest, "1 ante 5; deal")
            assert f'"version":{guest.table.version}' in str(live.recv(30))


def test_cookies_and_headers_of_a_site_with_tls(site: Proxied):
    with site.client() as http:
        answer = http.post("/api/tables", json={})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{SECURE_COOKIE}=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
        for path in ("/", "/nothing", "/api/books"):
            assert http.get(path).headers["strict-transport-security"] == "max-age=31536000"
        assert "Secure" in http.get("/language/fr").headers["set-cookie"]
    assert "strict-transport-security" not in httpx.get(f"{site.direct}/").headers


def test_over_tls_a_plain_cookie_says_nothing(site: Proxied):
    """Anybody in between could have planted it."""
    with httpx.Client(base_url=site.direct) as before:
        table = Client(before).table.id
        plain = before.cookies[COOKIE]
    with site.client(cookies={COOKIE: plain}) as http:
        assert http.get(f"/api/tables/{table}").status_code == 404
        assert http.post("/api/tables", json={}).json()["id"] != table


def newcomers(http: httpx.Client, forwarded: Callable[[int], str]) -> set[int]:
    """Return how new guests are received, one more than may come in two minutes."""

    def come(number: int) -> int:
        http.cookies.clear()
        headers = {"X-Forwarded-For": forwarded(number), "Host": NAME}
        return http.post("/api/tables", json={}, headers=headers).status_code

    return {come(number) for number in range(2 * GUESTS + 1)}


def test_what_a_client_says_of_its_own_address_does_not_count(site: Proxied):
    """Through the proxy the last address is the true one; without it there is none to trust."""
    for http in (site.client("127.0.0.6"), site.past("127.0.0.7")):
        with http:
            assert newcomers(http, lambda number: f"192.0.2.{number}") == {201, 429}


def test_each_client_of_the_proxy_has_a_limit_of_its_own(site: Proxied):
    """They are distinguished by what the proxy says last about them; its own address is not theirs."""
    with site.past("127.0.0.2") as proxy:
        assert newcomers(proxy, lambda number: f"192.0.2.99, 198.51.100.{number}, 127.0.0.2") == {201}
        assert newcomers(proxy, lambda number: f"192.0.2.{number}, [2001:db8::{number}]:4711") == {201, 429}


def test_a_scheme_counts_from_the_proxy_alone(site: Proxied):
    forged = {"X-Forwarded-Proto": "https"}
    with site.past("127.0.0.1") as http, site.past("127.0.0.2") as proxy:
        assert "strict-transport-security" not in http.get("/rules", headers=forged).headers
        assert "strict-transport-security" in proxy.get("/rules", headers=forged).headers


def test_names_that_are_not_ours_are_not_served(site: Proxied):
    with site.client() as http:
        for path, method in (("/", "GET"), ("/api/tables", "POST")):
            answer = http.request(method, path, headers={"Host": "evil.example", "Origin": "https://evil.example"})
            assert (answer.status_code, answer.json()["code"]) == (421, "unknown-host")
        french = http.get("/", headers={"Host": "evil.example", "Accept-Language": "fr"}).json()["detail"]
        assert french.startswith("Ce serveur ne répond pas à ce nom")
        assert http.get("/healthz", headers={"Host": "evil.example"}).status_code == 200


def test_metrics_are_not_for_the_proxys_clients(site: Proxied):
    with site.client() as http:
        assert http.get("/metrics").status_code == 404
        assert http.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 404
    assert httpx.get(f"{site.direct}/metrics").status_code == 200


SMUGGLED = b"GET /api/books HTTP/1.1\r\nHost: play.example\r\n\r\n"
SMUGGLING = {
    "length and chunks": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "chunks by another name": b"Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "two lengths": b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    "a space in the name": b"Content-Length : %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    "a tab before chunks": b"Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "a bare line feed": b"X-A: b\nContent-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    "a chunk that overflows": b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n{}\r\n0\r\n\r\n" + SMUGGLED,
    "words after a chunk's size": b"Transfer-Encoding: chunked\r\n\r\n0;a=\r\nb\r\n\r\n" + SMUGGLED,
}


@pytest.mark.parametrize("name", SMUGGLING)
def test_no_request_is_smuggled_past_the_proxy(site: Proxied, name: str):
    """Whatever the two make of it, nobody else's connection continues with it."""
    head = f"POST /api/tables HTTP/1.1\r\nHost: {NAME}:{site.port}\r\nContent-Type: application/json\r\n".encode()
    plain = socket.create_connection(("127.0.0.1", site.port), timeout=20)
    with site.trust.wrap_socket(plain, server_hostname=NAME) as own:
        own.sendall(head + SMUGGLING[name])
        first = own.recv(65536)
    assert first.startswith((b"HTTP/1.1 4", b"HTTP/1.1 501", b"HTTP/1.1 201")), first
    with site.client() as http:
        for _ in range(3):
            assert http.get("/healthz").json()["status"] == "ok"
