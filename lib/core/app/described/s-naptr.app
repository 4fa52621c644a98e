# RFC 3958: the servers that a domain has for a service. Diameter, IRIS, TURN and
# others differ by their tags. Rules without a requested service and protocol are
# ignored, whatever their order (section 2.2.2). After a dead end the client goes
# on with the next rule (2.2.4). One protocol is pursued to its end before the
# next (2.2.5). The flag D is that of RFC 7553 section 5.2.
name      s-naptr
label     S-NAPTR
title     the servers that a domain has for a service
specification RFC 3958
subject   domain
example   example.com
first-key the domain itself
service   service
string    domain
flags     SAD
grammar   s-naptr
known-services AREG1,DCHK1,DREG1,EREG1
known-protocols iris.beep,iris.lwz,iris.xpc,iris.xpcs
expressions none
order-closes no
pursues-one-protocol yes
