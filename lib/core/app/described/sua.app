# RFC 6011 section 2.3.1: where a SIP user agent gets its configuration.
name      sua
label     SUA
title     the configuration of SIP user agents in a domain
specification RFC 6011
subject   domain
example   example.net
first-key the domain itself
service   service
string    domain
flags     U
grammar   s-naptr
services  SFUA.CFG
known-services SFUA.CFG
expressions any
order-closes no
