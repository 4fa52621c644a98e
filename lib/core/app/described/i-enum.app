# RFC 5527: infrastructure ENUM in the tree of e164.arpa. The label "i" is after
# the digits of the country code; section 5 says how many these are.
name      i-enum
title     the infrastructure URIs of a telephone number
specification RFC 5527
subject   telephone number
example   +44 1632 960083
first-key the digits in reverse, each a label, with the label "i" after the country code, below e164.arpa
service   Enumservice
string    number
key       rewrite-if !^[+]([17])([0-9]+)$!\1i\2!
key       rewrite-if !^[+](2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])([0-9]+)$!\1i\2!
key       rewrite-if !^[+]((388|881)[0-9])([0-9]+)$!\1i\3!
key       rewrite-if !^[+]((878|882)[0-9][0-9])([0-9]+)$!\1i\3!
key       rewrite-if !^[+](883[0-4][0-9][0-9])([0-9]+)$!\1i\2!
key       rewrite-if !^[+](883[5-9][0-9][0-9][0-9])([0-9]+)$!\1i\2!
key       rewrite-if !^[+]([0-24-79][0-9]{2}|3[0-79][0-9]|38[0-79]|8[0-69][0-9]|87[0-79]|88[04-9])([0-9]+)$!\1i\2!
key       rewrite !^([0-9]+i[0-9]+)$!\1!
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
