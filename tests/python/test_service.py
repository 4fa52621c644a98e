"""The FastAPI service in resolver/examples, with zones in place of DNS.

SPDX-License-Identifier: MIT
"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import TOP  # noqa: E402

import ddds  # noqa: E402
from fastapi.testclient import TestClient  # noqa: E402

sys.path.insert(0, str(TOP / "resolver/examples"))
import service  # noqa: E402

ZONE = """
first 300 NAPTR 100 10 "u" "http+I2L" "!^urn:first:(.*)$!http://a.example/\\\\1!" .
loop 300 NAPTR 100 10 "" "" "" loop
odd 300 NAPTR 100 10 "u" "http+I2L" "!^urn:odd:(.*)$!\\\\1!" .
"""
PAGE = "http://a.example/"
# What leads to a page: the path, and the rest of the page's URI. They are answered
# as "ddds serve" answers them.
PAGES = [
    ("/urn:first:1", "1"),
    ("/URN:First:1", "1"),
    ("/urn:first:a/b", "a/b"),
    ("/urn:first:a%2Fb", "a%2Fb"),
    ("/urn:first:%D0%B0", "%D0%B0"),
    ("/urn:first:a%25b", "a%25b"),
    ("/urn:first:1?=y=1", "1?y=1"),
    ("/urn:first:1?+r=1?=y", "1?y"),
    ("/urn:first:1?=a%26b", "1?a%26b"),
    # Encoded as a whole, and the colons alone.
    ("/urn%3Afirst%3Aa%2Fb", "a/b"),
    ("/URN%3afirst%3Aa%252Fb", "a%2Fb"),
    ("/urn%3Afirst%3Aa%20b", "a%20b"),
    ("/urn:first:mail@a.example", "mail@a.example"),
]
# Path, status of HTTP, that of the result.
OTHERS = [
    ("/urn:second:1", 404, "not_found"),
    ("/urn:loop:1", 502, "bad_data"),
    ("/urn:first:1?y=1", 400, "bad_input"),
    ("/urn%3Afirst%3A%zz", 400, "bad_input"),
    ("/nonsense", 400, "bad_input"),
    ("/http://www.example.com/", 400, "bad_input"),
    ("/", 400, "bad_input"),
    ("/urn:odd:javascript:alert(1)", 200, "resolved"),
    ("/urn:odd:ms-msdt:/id", 200, "resolved"),
    ("/urn:odd:http://bank.example@a.example/", 200, "resolved"),
    ("/urn:odd:https:@a.example", 200, "resolved"),
    ("/urn:uuid:2ed6657d-e927-568b-95e1-2665a8aea6a2", 200, "resolved"),
]


class Service(unittest.TestCase):
    def setUp(self):
        zones = ddds.Zones()
        zones.load_text(ZONE, origin="urn.arpa")
        service.open_database = lambda: zones
        self.client = TestClient(service.app)

    def get(self, path, client=None, **headers):
        return (client or self.client).get(path, headers=headers,
                                           follow_redirects=False)

    def test_pages(self):
        for path, rest in PAGES:
            with self.subTest(path):
                answer = self.get(path)
                self.assertEqual(
                    (answer.status_code, answer.headers.get("location")),
                    (303, PAGE + rest), answer.text)

    def test_others(self):
        for path, status, ended in OTHERS:
            with self.subTest(path):
                answer = self.get(path)
                self.assertEqual((answer.status_code, answer.json()["status"]),
                                 (status, ended))

    def test_head(self):
        """HEAD is answered with the same head."""
        for path, *_ in PAGES + OTHERS:
            with self.subTest(path):
                heads = [(answer.status_code, answer.headers) for answer in
                         (self.client.request(method, path, follow_redirects=False)
                          for method in ("GET", "HEAD"))]
                self.assertEqual(heads[0], heads[1])

    def test_accept(self):
        for accept, status in (("application/json", 200), ("text/html", 303),
                               ("text/html, application/json;q=0.5", 303)):
            with self.subTest(accept):
                answer = self.get("/urn:first:1", accept=accept)
                self.assertEqual(answer.status_code, status)

    def test_servers(self):
        """A path of the service before the URN; a server without raw_path."""
        behind = TestClient(service.app, root_path="/ids")
        answer = self.get("/ids/urn:first:a%2Fb", behind)
        self.assertEqual(answer.headers.get("location"), PAGE + "a%2Fb")

        async def bare(scope, receive, send):
            scope["raw_path"] = None
            await service.app(scope, receive, send)

        answer = self.get("/urn:first:1", TestClient(bare))
        self.assertEqual(answer.status_code, 500)
        self.assertIn("raw_path", answer.json()["detail"])


if __name__ == "__main__":
    unittest.main()
