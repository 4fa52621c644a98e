# Where a participant's metadata is, by OASIS BDXL as Peppol uses it. It is
# U-NAPTR with a first key that hides the participant below the zone of the
# Service Metadata Locator (SML). Values count without case. A participant that
# is not registered is a name that does not exist; if the SML gave no answer, the
# reason is another one.
name      peppol
label     Peppol
title     where a Peppol participant's metadata is
specification eDelivery BDXL
subject   participant
example   iso6523-actorid-upis::0208:0677424046
first-key the SHA-256 of the value in base 32, and the scheme, below the zone of the SML
service   metadata service
string    rewrite !^([a-z0-9][-a-z0-9]{0,62}::[[:graph:]]+)$!\1!i
key       lower
key       within !^[^:]+::(.+)$! hash sha256 base32
key       rewrite !^([^:]+)::(.+)$!\2.\1!
root      participant.sml.prod.tech.peppol.org
flags     U
grammar   s-naptr
services  Meta
protocols SMP
known-services Meta
known-protocols SMP
expressions constant
order-closes no
unpublished no such participant is registered in this SML
