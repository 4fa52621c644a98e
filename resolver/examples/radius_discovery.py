"""Dynamic discovery for FreeRADIUS (RFC 7585), a module for rlm_python3.

Finds the RADIUS/TLS servers of a user's realm by its NAPTR records. Each server
becomes a Tmp-String-0 of the control list, "HOST PORT ADDRESS...", in the order
to try them. A realm without servers is rejected, so that the user gets an answer;
if DNS fails, the module fails, and the client tries again later.

python3 radius_discovery {
    python_path = "/usr/lib/python3/dist-packages:/etc/freeradius/python"
    module = radius_discovery
    mod_instantiate = ${.module}
    func_instantiate = instantiate
    mod_authorize = ${.module}
    func_authorize = authorize
    config {
        servers = "192.0.2.53"            # empty: those of the system
        service = "x-eduroam"
        own_hosts = "radius.example.org"  # never proxy to ourselves
    }
}

SPDX-License-Identifier: MIT
"""
import ddds
import radiusd

# Threads share the database; what one has learnt all know.
database = None
options = {}


def instantiate(_):
    """FreeRADIUS starts: 0 is success."""
    global database
    config = radiusd.config
    servers = config.get("servers", "").split()
    try:
        database = ddds.DNS(servers or None, cache=True)
    except ddds.Error as error:
        radiusd.radlog(radiusd.L_ERR, f"radius_discovery: {error}")
        return -1
    options.update(app="radius", all=True, deadline=5,
                   service=config.get("service") or None,
                   own_hosts=config.get("own_hosts") or None)
    return 0


def list_servers(result):
    """Return a line for each server that has an address."""
    return [f"{endpoint.host} {endpoint.port} {' '.join(endpoint.addresses)}"
            for outcome in result.outcomes
            for endpoint in outcome.endpoints if endpoint.addresses]


def authorize(request):
    """A request comes: look for the servers of its realm."""
    user = dict(request).get("User-Name", "")
    if "@" not in user:
        return radiusd.RLM_MODULE_NOOP
    result = ddds.resolve(user, database, **options)
    if result.status == "temporary":
        radiusd.radlog(radiusd.L_ERR, "radius_discovery: DNS:"
                       f" {result.reason.code} at {result.reason.at}")
        return radiusd.RLM_MODULE_FAIL
    servers = list_servers(result)
    if not servers:
        return radiusd.RLM_MODULE_REJECT
    return (radiusd.RLM_MODULE_UPDATED, (),
            tuple(("Tmp-String-0", "+=", line) for line in servers))
