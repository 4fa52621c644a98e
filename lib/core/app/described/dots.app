# RFC 8973: the DOTS servers of a domain, for signals and data. With the service
# DOTS-CALL-HOME, its call home clients.
name      dots
label     DOTS
title     the DOTS servers of a domain
specification RFC 8973
subject   domain
example   example.net
first-key the domain itself
service   service
string    domain
flags     SA
grammar   s-naptr
services  DOTS
known-services DOTS,DOTS-CALL-HOME
known-protocols signal.udp,signal.tcp,data.tcp
known-servers signal.udp=_dots-signal._udp,signal.udp=_dots-call-home._udp,signal.tcp=_dots-signal._tcp,signal.tcp=_dots-call-home._tcp,data.tcp=_dots-data._tcp
expressions none
order-closes no
pursues-one-protocol yes
port      4646 signal.udp,signal.tcp
port      443 data.tcp
