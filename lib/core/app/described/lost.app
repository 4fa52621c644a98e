# RFC 5222: the LoST server of a domain. Those who validate locations request
# LoST-Validation and LoST, of which the first is preferred, whatever the order
# of its rules (RFC 8917 section 3).
name      lost
label     LoST
title     the LoST server of a domain, also for validation
specification RFC 5222, RFC 8917
subject   domain
example   example.com
first-key the domain itself
service   service
string    domain
flags     U
grammar   s-naptr
services  LoST
known-services LoST,LoST-Validation
known-protocols https,http
expressions constant
order-closes no
service-decides yes
pursues-one-protocol yes
