# The location server of an address: RFC 7216, with its domain in DNS, and shorter
# domains if that has no record for such a server (section 4.3). Of an access
# network's domain: RFC 5986.
name      lis
label     LIS
title     the location server of an address or a domain
specification RFC 7216, RFC 5986
subject   address or domain
example   192.0.2.44
first-key the name of the address below in-addr.arpa or ip6.arpa, or the domain itself
service   service
string    rewrite !^([^/]*|[^/]*[g-z].*)$!\1!i
string    address
string    domain
flags     U
grammar   s-naptr
services  LIS
protocols HELD
known-services LIS
known-protocols HELD
expressions constant
order-closes no
pursues-one-protocol yes
published-decides yes
shorten   in-addr.arpa 3 2
shorten   ip6.arpa 16 14 12 8
