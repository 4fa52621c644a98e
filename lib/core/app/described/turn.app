# RFC 5928, with DTLS (RFC 7350): the servers of a TURN URI or a domain. A port, a
# transport or an address in the URI make steps unnecessary (section 3, steps 1
# to 3). If no record offers RELAY, there are SRV records for each transport, or
# else the addresses of the host (step 5).
name      turn
label     TURN
title     the TURN servers of a URI or a domain
specification RFC 5928, RFC 7350
subject   TURN URI or domain
example   turn:example.org?transport=tcp
first-key the host of the URI, or the domain itself
service   service
given-port !^turns?:(\[[^]]*\]|[^]:[]*):([0-9]+)([?].*)?$!\2!i
given-protocols !^turn:[^?]*[?]transport=udp$!turn.udp!i
given-protocols !^turn:[^?]*[?]transport=tcp$!turn.tcp!i
given-protocols !^turns:[^?]*[?]transport=udp$!turn.dtls!i
given-protocols !^turns:[^?]*[?]transport=tcp$!turn.tls!i
given-protocols !^turns:!turn.tls,turn.dtls!i
skips-rules !^turns?:[^?]*[?]transport=!i
addresses-if !.*!
string    rewrite !^(turns?:(\[[0-9a-f:.]+\]|[^]:?@/[]+)(:[0-9]+)?([?]transport=(udp|tcp))?|\[[0-9a-f:.]+\]|[0-9a-f:.]+|[^]:?@/[]+)$!\1!i
string    rewrite-if !^turns?:(\[[^]]*\]|[^:?]+).*$!\1!i
string    host
flags     SA
grammar   s-naptr
services  RELAY
protocols turn.udp,turn.tcp,turn.tls,turn.dtls
expressions none
order-closes no
pursues-one-protocol yes
protocols-by-rank yes
known-services RELAY
known-protocols turn.udp,turn.tcp,turn.tls,turn.dtls
known-servers turn.udp=_turn._udp,turn.tcp=_turn._tcp,turn.tls=_turns._tcp,turn.dtls=_turns._udp
port      3478 turn.udp,turn.tcp
port      5349 turn.tls,turn.dtls
fallback  1 1 "s" "RELAY:turn.udp" "" _turn._udp
fallback  1 1 "s" "RELAY:turn.tcp" "" _turn._tcp
fallback  1 1 "s" "RELAY:turn.tls" "" _turns._tcp
fallback  1 1 "s" "RELAY:turn.dtls" "" _turns._udp
because   RFC 5928 section 3
published-decides yes
passes-failures yes
