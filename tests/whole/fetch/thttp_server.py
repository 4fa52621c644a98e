"""THTTP servers on loopback for the tests of ddds fetch (RFC 2169).

The namespace-specific string of the URN selects what the server does: an entry
of ANSWERS, which a test reads as easily as its expectation.

SPDX-License-Identifier: MIT
"""
import http.server
import socket
import ssl
import struct
import threading
import time

# NSS: (status, headers, body). {base} is the URL of the server itself.
LIST = b"# urn:test:list\r\nhttp://a.example/1\r\nftp://b.example/2\r\n"
ANSWERS = {
    "uri": (303, {"Location": "http://www.example.com/a"}, b""),
    "old": (302, {"Location": "http://www.example.com/old"}, b""),
    "relative": (303, {"Location": "/there?x=1"}, b""),
    "query": (303, {"Location": "http://www.example.com/a?x=1#own"}, b""),
    "text": (200, {"Content-Type": "text/plain"}, b"http://t.example/\r\n"),
    "list": (200, {"Content-Type": "text/uri-list; charset=utf-8"}, LIST),
    "lf": (200, {"Content-Type": "text/uri-list"},
           b"http://a.example/1\nhttp://b.example/2\n"),
    "badlines": (200, {"Content-Type": "text/uri-list"},
                 b"http://a.example/1\r\nnot a uri\r\njavascript:alert(1)\r\n"
                 b"http://b.example/\x00\r\n\r\n  http://c.example/3 \r\n"),
    "empty": (200, {"Content-Type": "text/uri-list"}, b"# nothing\r\n"),
    "page": (200, {"Content-Type": "text/html"}, b"<p>hello</p>\n"),
    "nolocation": (303, {}, b""),
    "javascript": (303, {"Location": "javascript:alert(1)"}, b""),
    "file": (303, {"Location": "file:///etc/passwd"}, b""),
    "two": (303, {"Location": "http://a.example/", "location":
                  "http://b.example/"}, b""),
    "twice": (303, {"Location": "http://a.example/", "location":
                    "http://a.example/"}, b""),
    "trailer": (200, {}, b""),
    "spaces": (303, {"Location": "http://a b.example/"}, b""),
    "denied": (403, {}, b""),
    "password": (401, {"WWW-Authenticate": "Basic realm=x"}, b""),
    "gone": (410, {}, b""),
    "broken": (500, {}, b""),
    "busy": (503, {"Retry-After": "9"}, b""),
    "odd": (299, {}, b""),
    "resource": (200, {"Content-Type": "text/plain"}, b"the resource\n"),
    "crlf": (200, {"Content-Type": "text/plain"}, b"one\r\n\ttwo\r\n"),
    "return": (200, {"Content-Type": "text/plain"}, b"good\rbad\n"),
    "last": (200, {"Content-Type": "text/plain"}, b"good\r"),
    "escape": (200, {"Content-Type": "text/plain"}, b"\x1b[2J\n"),
    "binary": (200, {"Content-Type": "image/gif"}, b"GIF89a\x00\x01\xff"),
    "moved": (302, {"Location": "{base}/elsewhere"}, b""),
    "loop": (302, {"Location": "{base}/uri-res/I2R?urn:test:loop2"}, b""),
    "loop2": (302, {"Location": "{base}/uri-res/I2R?urn:test:loop"}, b""),
    "outside": (302, {"Location": "ftp://www.example.com/x"}, b""),
    "inside": (302, {"Location": "http://169.254.169.254/latest"}, b""),
    "lost": (302, {"Location": "http://nowhere.urn.arpa/x"}, b""),
    "strange": (302, {"Location": "http://a~b.test/"}, b""),
    "user": (302, {"Location": "http://me:secret@127.0.0.1/"}, b""),
    "large": (200, {"Content-Type": "text/plain"}, b"x" * 300000),
    # Pieces of 64 KiB end within characters of each length.
    **{f"large-text-{n}": (200, {"Content-Type": "text/plain"},
                           ("." * n + '\0\x01"\\\n\x7fä€😀' * 9000).encode())
       for n in range(9)},
    "large-binary": (200, {}, b"x" * 70000 + b"\xe2\x82" + b"\x00" * 70000),
    "urn": (303, {"Location": "urn:answer:1"}, b""),
    "urns": (200, {"Content-Type": "text/uri-list"},
             b"http://a.example/1\r\nurn:answer:1\r\nURN:answer:2\r\n"),
    "spelled": (303, {}, b""),  # answer_spelled
    "further": (303, {"Location": "{base}/uri-res/I2N?urn:test:urn"}, b""),
    "lists": (302, {"Location": "{base}/lists/a"}, b""),
    "misdirected": (421, {}, b""),
    "line": (200, {"X-Long": "y" * 120000}, b"z"),
    "headers": (200, {f"X-{n}": "y" * 4000 for n in range(40)}, b"z"),
}

# NSS "part-NAME-COUNT-END": so many octets of one of these, and then the server
# ends the connection, by "fin" or by "rst".
PARTS = {
    "length": b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
              b"Content-Length: 17\r\n\r\nhttp://a.example/",
    "chunks": b"HTTP/1.1 200 OK\r\nContent-Type: text/uri-list\r\n"
              b"Transfer-Encoding: chunked\r\n\r\n"
              b"b\r\nhttp://a.ex\r\n6\r\nample/\r\n0\r\n",
    "early": b"HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"
             b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n",
    "location": b"HTTP/1.1 303 See Other\r\n"
                b"Location: http://a.example/abc\r\n\r\n",
    "unknown": b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n",
}

# NSS "raw-NAME": these octets, and the end of the connection. Each is refused
# for its head; as far as one knows, the content is 17 octets long.
OK, TYPE = b"HTTP/1.1 200 OK\r\n", b"Content-Type: text/plain\r\n"
LENGTH, CHUNKED = b"Content-Length: 17\r\n", b"Transfer-Encoding: chunked\r\n"
URI = b"\r\nhttp://a.example/"
CHUNKS = b"\r\n11\r\nhttp://a.example/\r\n0\r\n\r\n"
RAW = {
    "lengths": OK + TYPE + b"Content-Length: 3\r\n" + LENGTH + URI,
    "long-length": OK + TYPE + b"Content-Length: " + b"9" * 30 + b"\r\n" + URI,
    "wrapped-length": OK + TYPE + b"Content-Length: %d\r\n" % (2**64 + 17) + URI,
    "list-length": OK + TYPE + b"Content-Length: 17, 17\r\n" + URI,
    "sign-length": OK + TYPE + b"Content-Length: +17\r\n" + URI,
    "both": OK + TYPE + LENGTH + CHUNKED + CHUNKS,
    "chunked-twice": OK + TYPE + CHUNKED + CHUNKED + CHUNKS,
    "te-gzip": OK + TYPE + b"Transfer-Encoding: gzip, chunked\r\n" + CHUNKS,
    "te-name": OK + TYPE + b"Transfer-Encoding : chunked\r\n" + CHUNKS,
    "te-early": b"HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: gzip\r\n\r\n"
                + OK + TYPE + LENGTH + URI,
    "ce-gzip": OK + TYPE + b"content-encoding: gzip\r\n" + LENGTH + URI,
    "folded": b"HTTP/1.1 303 See Other\r\nLocation:\r\n http://a.example/\r\n"
              b"Content-Length: 0\r\n\r\n",
}

# NSS "hang-NAME": the begin of an answer, and then nothing.
HANGING = {
    "silent": b"",
    "head": OK + TYPE,
    "content": OK + TYPE + LENGTH + URI[:-1],
    "chunk": OK + TYPE + CHUNKED + b"\r\n5;",
}

# NSS "endless-NAME": the begin of an answer, and what follows again and again.
ENDLESS = {
    "extension": (OK + TYPE + CHUNKED + b"\r\n5;", b"x" * 65536),
    "digits": (OK + TYPE + CHUNKED + b"\r\n5;x=", b"0" * 65536),
    "chunks": (OK + TYPE + CHUNKED + b"\r\n", b"1;" + b"x" * 9 + b"\r\ny\r\n"),
    "early": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"),
    "trailers": (OK + TYPE + CHUNKED + b"\r\n1\r\nx\r\n0\r\n", b"X: y\r\n"),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 600  # seconds: for clients that hang, not for those that are slow

    def do_GET(self):
        server = self.server
        with server.asked:
            server.requests.append(f"GET {self.path}")
            server.asked.notify_all()
        server.accepted.append(self.headers.get("Accept"))
        if self.path == "/lists/a":
            return self.answer(200, {"Content-Type": "text/uri-list"}, LIST)
        if self.path == "/elsewhere":
            return self.answer(200, {"Content-Type": "text/html"},
                               b"<p>moved here</p>\n")
        if self.path.startswith("/page/"):
            return self.answer_page(self.path[len("/page/"):])
        service, _, urn = self.path.removeprefix("/uri-res/").partition("?")
        name = urn.lower().partition("?")[0].rpartition(":")[2]
        if server.mode == "dead":
            return self.answer(503, {}, b"")
        if service[0] == "I" and server.mode == "old":
            return self.answer(404, {}, b"")
        if name == "slow":
            time.sleep(server.delay)
        if name.startswith("part-"):
            return self.answer_part(*name.split("-")[1:])
        if name.startswith("raw-"):
            self.close_connection = True
            return self.wfile.write(RAW[name[len("raw-"):]])
        if name == "trailer":
            return self.trail()
        if name.startswith("wait-"):
            server.wait_for(int(name[len("wait-"):]))
            return self.answer(*ANSWERS["uri"])
        if name.startswith("hang-"):
            return self.hang(HANGING[name[len("hang-"):]])
        if name.startswith("endless-"):
            return self.send_endlessly(*ENDLESS[name[len("endless-"):]])
        if name not in ANSWERS:
            return self.answer(404, {}, b"")
        if name == "spelled":
            return self.answer_spelled(service, urn)
        return self.answer(*ANSWERS[name])

    def answer_spelled(self, service, urn):
        """Send to the same service under its other name, which knows more."""
        if service[0] == "N":
            return self.answer(303, {
                "Location": f"{self.server.base}/uri-res/I{service[1:]}?{urn}"},
                b"")
        if service.endswith("s"):
            return self.answer(200, {"Content-Type": "text/uri-list"},
                               b"urn:answer:1\r\n")
        return self.answer(303, {"Location": "urn:answer:1"}, b"")

    def answer_page(self, name):
        """Answer to the URI of a rule."""
        if name == "redirect":
            return self.answer(302, {"Location": "http://www.example.com/p"},
                               b"")
        return self.answer(200, {"Content-Type": "text/html"},
                           b"<p>a page</p>\n")

    def answer(self, status, headers, body):
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value.format(base=self.server.base)
                             if "{base}" in value else value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def answer_part(self, name, count, end):
        """Send a part of an answer."""
        if end == "rst":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                       struct.pack("ii", 1, 0))
        self.wfile.write(PARTS[name][:int(count)])
        if end == "rst":
            self.connection.close()
        self.close_connection = True

    def hang(self, octets):
        """Send the begin of an answer, and nothing more."""
        self.wfile.write(octets)
        self.server.hangs.set()
        self.rfile.read(1)  # until the client goes
        self.close_connection = True

    def send_endlessly(self, begin, rest):
        self.close_connection = True
        try:
            self.wfile.write(begin)
            while True:
                self.wfile.write(rest)
        except OSError:
            pass  # the client has seen enough

    def trail(self):
        """Send fields after the content, which say something else."""
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"11\r\nhttp://t.example/\r\n0\r\n"
                         b"Location: http://other.example/\r\n"
                         b"Content-Type: text/html\r\n\r\n")

    def handle(self):
        try:
            super().handle()
        except (ConnectionResetError, ssl.SSLError):
            pass  # the client has seen enough

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """A server on a free port; |mode| is "new", "old" or "dead"; |tls| is an
    ssl.SSLContext with its certificate, or None."""
    daemon_threads = True
    request_queue_size = 128  # connections come side by side

    def __init__(self, mode="new", tls=None, address="127.0.0.1"):
        if ":" in address:
            self.address_family = socket.AF_INET6
        super().__init__((address, 0), Handler)
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.mode = mode
        self.delay = 20
        self.requests = []
        self.asked = threading.Condition()
        self.hangs = threading.Event()  # an answer does
        self.accepted = []
        self.port = self.server_address[1]
        self.base = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait_for(self, others):
        """Wait until so many other requests have come."""
        with self.asked:
            self.asked.wait_for(lambda: len(self.requests) > others, 600)
