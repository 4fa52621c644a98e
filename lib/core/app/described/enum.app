# RFC 6116: the URIs of a telephone number, with the advice of RFC 5483. Rules of
# other services do not close an order (section 5.2). Of a rule that is not
# terminal only the replacement is used; more than five such rules on one path
# count as a loop (section 5.2.1).
name      enum
label     ENUM
title     the URIs of a telephone number
specification RFC 6116
subject   telephone number
example   +44 1632 960083
first-key the digits in reverse, each a label, below e164.arpa
service   Enumservice
string    number
key       strip +
key       reverse
key       labels
root      e164.arpa
flags     U
grammar   enum
order-closes no
delegates-by-replacement yes
uri-is-absolute yes
max-hops  5
unpublished nothing is published for this number
