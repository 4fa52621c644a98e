# OASIS BDXL 1.0 as eDelivery uses it: where a participant's metadata is. The
# identifier has a scheme, SCHEME::VALUE, or is a party identifier of ebCore
# (urn:oasis:names:tc:ebcore:partyid-type:...). Its digest is below the zone that
# an infrastructure has for it.
name      bdxl
label     BDXL
title     where a participant's metadata is
specification OASIS BDXL, eDelivery
subject   participant
example   urn:oasis:names:tc:ebcore:partyid-type:iso6523:0088:test01
first-key the SHA-256 of the value in base 32, and its scheme if it has one, below a given zone
service   metadata service
string    rewrite !^([a-z0-9][-a-z0-9]{0,62}::[[:graph:]]+|urn:oasis:names:tc:ebcore:partyid-type:[[:graph:]]+)$!\1!i
key       lower
key       within !^[^:]+::(.+)$! hash sha256 base32
key       within !^(urn:.+)$! hash sha256 base32
key       rewrite-if !^([^:]+)::([^:]+)$!\2.\1!
root      required
flags     U
grammar   s-naptr
services  Meta
known-services Meta,oasis-bdxr-smp-2
known-protocols SMP,CPPA,SML
expressions constant
order-closes no
unpublished no such participant is registered here
