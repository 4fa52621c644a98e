# BDXL as the Digital Business Networks Alliance uses it: the whole identifier is
# hashed, and the service names the profile of its metadata publishers.
name      dbna
label     DBNAlliance
title     where a participant's metadata is
specification DBNAlliance BDXL
subject   participant
example   GLN::1234567890123
first-key the SHA-256 of the identifier in base 32, below sml.dbnalliance.net
service   metadata service
string    rewrite !^([[:graph:]]+::[[:graph:]]+)$!\1!
key       lower
key       hash sha256 base32
root      sml.dbnalliance.net
flags     U
grammar   whole
services  oasis-bdxr-smp-2#dbnalliance-1.1
known-services oasis-bdxr-smp-2#dbnalliance-1.1
expressions constant
order-closes no
unpublished no such participant is registered here
