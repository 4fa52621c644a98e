"""A service of FastAPI: where a URN leads to, over HTTP.

    DDDS_SERVERS=192.0.2.53 uvicorn service:app

All requests share a database, and with it the cache and the sockets. They wait in
the event loop.

SPDX-License-Identifier: MIT
"""
import functools
import os

import ddds
import fastapi
from fastapi.responses import JSONResponse, RedirectResponse

STATUSES = {"resolved": 200, "bad_input": 400, "temporary": 503}
app = fastapi.FastAPI()


@functools.cache
def open_database():
    """Open it with the first request, in the process that serves: no database
    survives fork()."""
    servers = os.environ.get("DDDS_SERVERS", "").split()
    return ddds.DNS(servers or None, cache=True)


@app.get("/{urn:path}")
async def resolve(urn: str, redirect: bool = True):
    """Redirect to the first URI, or explain why there is none."""
    result = await ddds.aresolve(urn, open_database(), deadline=5)
    if redirect and result.outcomes and result.outcomes[0].uri:
        return RedirectResponse(result.outcomes[0].uri, 303)
    return JSONResponse(result.as_dict(), STATUSES.get(result.status, 404))
