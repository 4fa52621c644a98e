# RFC 4848: S-NAPTR, with URIs.
name      u-naptr
label     U-NAPTR
title     the servers or the URI that a domain has for a service
specification RFC 4848
subject   domain
example   example.com
first-key the domain itself
service   service
string    domain
flags     SAUD
grammar   s-naptr
known-services no-solicit
expressions constant
order-closes no
pursues-one-protocol yes
