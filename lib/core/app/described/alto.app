# The ALTO server for an address or a prefix: RFC 8686, with the table of section
# 3.4, until one of the names leads to a URI. For a domain: RFC 7286.
name      alto
label     ALTO
title     the ALTO server for an address, a prefix or a domain
specification RFC 8686, RFC 7286
subject   address, prefix or domain
example   198.51.100.0/24
first-key the name of the prefix below in-addr.arpa or ip6.arpa, or the domain itself
service   service
string    rewrite !^([^:/]*(/([89]|[12][0-9]|3[0-2]))?|[^/]*:[^/]*(/(3[2-9]|[4-9][0-9]|1[0-2][0-9]))?)$!\1!
string    address
string    domain
key       rewrite-if !^([0-9a-f][.]){1,15}(([0-9a-f][.]){16}ip6[.]arpa)$!\2!
key       rewrite-if !^[0-9a-f][.]((([0-9a-f][.]){2}){4,7}ip6[.]arpa)$!\1!
flags     U
grammar   s-naptr
services  ALTO
protocols https,http
known-services ALTO
known-protocols https,http
expressions constant
order-closes no
pursues-one-protocol yes
shorten   in-addr.arpa 3 2 1
shorten   ip6.arpa 16 14 12 10 8
passes-failures yes
