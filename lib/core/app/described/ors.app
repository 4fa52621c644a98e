# ITU-T X.672 (ISO/IEC 29168-1), the object identifier resolution system: what is
# known about an object identifier, whose first arc is the last label.
name      ors
label     ORS
title     what is known about an object identifier
specification ITU-T X.672
subject   object identifier
example   urn:oid:2.999.1.5
first-key the arcs in reverse, each a label, below oid-res.org
service   service
string    within !^(/[0-9/]+)$! replace / .
string    rewrite !^(urn:oid:|[.])?([01]([.][1-3]?[0-9]([.](0|[1-9][0-9]*))*)?|2([.](0|[1-9][0-9]*))*)$!\2!i
key       reverse-labels
root      oid-res.org
flags     U
grammar   whole
known-services ORS+COID,ORS+CINF,ORS+RINF,ORS+MINF,ORS+UINF,ORS+LINF
order-closes no
