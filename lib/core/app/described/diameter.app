# RFC 6733 section 5.2 and RFC 6408: the Diameter peers of a realm. A URI without
# a port is looked up like a realm (appendix B); "aaa://" names a host, so that
# its addresses are the last resort, with the port of section 4.3.1.
name      diameter
label     Diameter
title     the Diameter peers of a realm
specification RFC 6733, RFC 6408
subject   realm, user name or Diameter URI
example   user@example.com
first-key the realm, after the last "@", or the host of the URI
service   Diameter application
given-port !^aaas?://[^:;]*:([0-9]+)(;.*)?$!\1!i
given-protocols !^aaa://[^;]*;transport=tcp(;.*)?$!diameter.tcp!i
given-protocols !^aaa://[^;]*;transport=sctp(;.*)?$!diameter.sctp!i
given-protocols !^aaas://[^;]*;transport=tcp(;.*)?$!diameter.tls.tcp!i
given-protocols !^aaas://[^;]*;transport=sctp(;.*)?$!diameter.dtls.sctp!i
given-protocols !^aaa://!diameter.tcp,diameter.sctp!i
given-protocols !^aaas:!diameter.tls.tcp,diameter.dtls.sctp!i
addresses-if !^aaas?://!i
string    rewrite !^(aaas?:(//[^]:;@/[]+(:[0-9]+)?(;transport=(tcp|sctp))?(;protocol=diameter)?|[^]:;@/[]+)|(.*@)?[^]:;@/[]+)$!\1!i
string    rewrite-if !^aaas?:(//)?([^:;]+).*$!\2!i
string    rewrite-if !^.*@([^@]+)$!\1!
string    domain
flags     SA
grammar   diameter
protocol-optional yes
general-service aaa aaa+ap
services  aaa
protocols diameter.tls.tcp,diameter.dtls.sctp,diameter.tcp,diameter.sctp
known-services aaa
known-protocols diameter.tcp,diameter.sctp,diameter.tls.tcp,diameter.dtls.sctp
known-servers diameter.tcp=_diameter._tcp,diameter.sctp=_diameter._sctp,diameter.tls.tcp=_diameters._tcp,diameter.dtls.sctp=_diameters._sctp
expressions none
order-closes no
pursues-one-protocol yes
port      5658 diameter.tls.tcp,diameter.dtls.sctp
port      3868
fallback  1 1 "s" "aaa:diameter.tls.tcp" "" _diameters._tcp
fallback  1 1 "s" "aaa:diameter.dtls.sctp" "" _diameters._sctp
fallback  1 1 "s" "aaa:diameter.tcp" "" _diameter._tcp
fallback  1 1 "s" "aaa:diameter.sctp" "" _diameter._sctp
because   RFC 6733 section 5.2, step 3
published-decides yes
