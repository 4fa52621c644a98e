"""A service of FastAPI: where a URN leads to, over HTTP.

    DDDS_SERVERS=192.0.2.53 uvicorn service:app

A browser that opens http://127.0.0.1:8000/urn:example:1 is redirected; a client
that accepts JSON, but no HTML, gets the result.

All requests share a database, and with it the cache and the sockets. They wait in
the event loop.

SPDX-License-Identifier: MIT
"""
import functools
import os
import re
import urllib.parse

import ddds
import fastapi
from fastapi.responses import JSONResponse, RedirectResponse

STATUSES = {"resolved": 200, "not_found": 404, "bad_input": 400,
            "temporary": 503}
# Zones are written by others: browsers are sent to pages, not to javascript:, and
# not to URIs that look like those of another host: http://bank.example@a.example/.
PAGE = re.compile("https?://[^/?#@]+(?![^/?#])", re.IGNORECASE)
app = fastapi.FastAPI()


@functools.cache
def open_database():
    """Open it with the first request, in the process that serves: no database
    survives fork()."""
    servers = os.environ.get("DDDS_SERVERS", "").split()
    return ddds.DNS(servers or None, cache=True)


def read_urn(scope):
    """Return the URN as the client sent it. In the path that FastAPI gives, %2F is
    "/", which makes another URN; a query belongs to the URN."""
    if scope.get("raw_path") is None:
        raise fastapi.HTTPException(500, "the ASGI server gives no raw_path;"
                                    " uvicorn does")
    # Test clients leave the query in it.
    path = scope["raw_path"].decode("latin-1").partition("?")[0]
    path = path.removeprefix(scope.get("root_path", "")).removeprefix("/")
    if scope["query_string"]:
        path += "?" + scope["query_string"].decode("latin-1")
    if path[:6].lower() != "urn%3a":
        return path
    # Some clients encode the whole URN, others its colons alone.
    for urn in (urllib.parse.unquote(path), re.sub("%3a", ":", path, flags=re.I)):
        try:
            return str(ddds.URN(urn))
        except ValueError:
            pass
    return urn


@app.head("/{urn:path}")  # as link checkers ask
@app.get("/{urn:path}")
async def resolve(request: fastapi.Request):
    """Redirect to the first URI, or explain why there is none."""
    result = await ddds.aresolve(read_urn(request.scope), open_database(),
                                 app="urn", deadline=5)
    accept = request.headers.get("accept", "")
    prefers_json = "json" in accept and "html" not in accept
    uri = result.outcomes[0].uri if result.outcomes else None
    if not prefers_json and uri and PAGE.match(uri):
        return RedirectResponse(uri, 303)
    return JSONResponse(result.as_dict(), STATUSES.get(result.status, 502))
