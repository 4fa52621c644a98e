# LoRaWAN Backend Interfaces (TS002) section 19: the join server of a JoinEUI, the
# network server of a NetID. A rule with the flag P is not terminal (section
# 19.1).
name      lorawan
label     LoRaWAN
title     the join server of a JoinEUI, or the network of a NetID
specification LoRa TS002
subject   JoinEUI or NetID
example   00-00-5E-10-00-00-00-2F
first-key the digits in reverse, each a label, below joineuis.lora-alliance.org; a NetID below netids.lora-alliance.org
service   service
string    strip "-:"
string    lower
string    rewrite !^(0x)?([0-9a-f]{16}|[0-9a-f]{6})$!\2!
key       within !^(.{16})$! reverse
key       within !^(.{16})$! labels
key       rewrite-if !^(.{31})$!\1.joineuis!
key       rewrite-if !^([^.]{6})$!\1.netids!
root      lora-alliance.org
flags     SAUP
p-delegates yes
grammar   whole
known-services LWN,LWNS
order-closes no
