# BDXL with a zone for each issuer of identifiers, as the European Commission's
# reference and OpenPeppol's working group on federated DNS have it: the code of
# the issuer (ISO 6523) and the catalogue are labels, too.
name      bdxl-federated
label     BDXL
title     where a participant's metadata is, with a zone for each issuer
specification eDelivery
subject   participant
example   iso6523-actorid-upis::9914:test01
first-key the SHA-256 of the value in base 32, the code of its issuer, and its scheme or catalogue, below a given zone
service   metadata service
string    rewrite !^([a-z0-9][-a-z0-9]{0,62}::[0-9]{4}:[[:graph:]]+|urn:oasis:names:tc:ebcore:partyid-type:[a-z0-9][-a-z0-9]{0,62}:[0-9]{4}:[[:graph:]]+)$!\1!i
key       lower
key       rewrite-if !^([^:]+)::([0-9]{4})(:.+)$!\2.\1|\2\3!
key       rewrite-if !^(urn:.*:partyid-type:([^:]+):([0-9]{4}):.+)$!\3.\2|\1!
key       within ~^[^|]+[|](.+)$~ hash sha256 base32
key       rewrite ~^([^|]+)[|](.+)$~\2.\1~
root      required
flags     U
grammar   s-naptr
services  Meta
known-services Meta,oasis-bdxr-smp-2
known-protocols SMP,CPPA,SML
expressions constant
order-closes no
unpublished no such participant is registered here
