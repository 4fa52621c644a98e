# RFC 9517: what the agency of a URN of the namespace ddi offers. The agency, with
# its labels reversed (appendix B.2), is the first key; from there it is U-NAPTR.
# The records that the RFC prints delegate without a service.
name      ddi
label     DDI
title     what the agency of a DDI identifier offers
specification RFC 9517
subject   URN of DDI
example   urn:ddi:us.ddia1:R-V1:1.0.1
first-key the agency with its labels reversed, below ddi.urn.arpa
service   service
string    urn
string    rewrite !^(urn:ddi:[-a-z0-9]+([.][-a-z0-9]+)+:[^:]+:.+)$!\1!i
key       lower
key       rewrite !^urn:ddi:([^:]+):.*$!\1!
key       reverse-labels
root      ddi.urn.arpa
flags     SAUD
grammar   ddi
known-protocols http,https,udp,tcp
expressions constant
order-closes no
pursues-one-protocol yes
unpublished this agency publishes no rules
