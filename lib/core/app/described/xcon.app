# RFC 6503 section 7: the centralized conferencing server of a domain.
name      xcon
label     XCON
title     the conferencing server of a domain
specification CCMP, RFC 6503
subject   domain
example   example.com
first-key the domain itself
service   service
string    domain
flags     U
grammar   s-naptr
services  XCON
protocols CCMP
known-services XCON
known-protocols CCMP
expressions constant
order-closes no
pursues-one-protocol yes
