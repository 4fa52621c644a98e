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


class Service(unittest.TestCase):
    def test_answers(self):
        zones = ddds.Zones(str(TOP / "fixtures/zones/first.zone"))
        service.open_database = lambda: zones
        client = TestClient(service.app)
        for path, status, member, value in (
                ("/urn:first:1?redirect=false", 200, "status", "resolved"),
                ("/urn:second:1", 404, "status", "not_found"),
                ("/nonsense", 400, "status", "bad_input")):
            with self.subTest(path):
                answer = client.get(path)
                self.assertEqual(answer.status_code, status)
                self.assertEqual(answer.json()[member], value)
        answer = client.get("/urn:first:1", follow_redirects=False)
        self.assertEqual((answer.status_code, answer.headers["location"]),
                         (303, "http://www.example.com/1"))


if __name__ == "__main__":
    unittest.main()
