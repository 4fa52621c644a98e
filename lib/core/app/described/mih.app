# RFC 5679: the servers of IEEE 802.21 mobility services. Without records of its
# own, a domain may have SRV records.
name      mih
label     MIH
title     the mobility servers of a domain
specification IEEE 802.21, RFC 5679
subject   domain
example   example.com
first-key the domain itself
service   mobility service
string    domain
flags     S
grammar   mih
known-services MIHIS,MIHES,MIHCS
known-protocols udp,tcp,sctp
known-servers MIHIS+M2U=_mihis._udp,MIHIS+M2T=_mihis._tcp,MIHIS+M2S=_mihis._sctp,MIHES+M2U=_mihes._udp,MIHES+M2T=_mihes._tcp,MIHES+M2S=_mihes._sctp,MIHCS+M2U=_mihcs._udp,MIHCS+M2T=_mihcs._tcp,MIHCS+M2S=_mihcs._sctp
expressions none
order-closes no
fallback  1 1 "s" "MIHIS+M2T" "" _MIHIS._tcp
fallback  1 2 "s" "MIHIS+M2U" "" _MIHIS._udp
fallback  1 3 "s" "MIHIS+M2S" "" _MIHIS._sctp
fallback  2 1 "s" "MIHES+M2T" "" _MIHES._tcp
fallback  2 2 "s" "MIHES+M2U" "" _MIHES._udp
fallback  2 3 "s" "MIHES+M2S" "" _MIHES._sctp
fallback  3 1 "s" "MIHCS+M2T" "" _MIHCS._tcp
fallback  3 2 "s" "MIHCS+M2U" "" _MIHCS._udp
fallback  3 3 "s" "MIHCS+M2S" "" _MIHCS._sctp
because   RFC 5679 section 2.2
published-decides yes
