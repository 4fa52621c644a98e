# GS1 ONS 2.0.1: what is published about a GS1 key. The string has the type of the
# key and the key with its check digit, after a country and a language, which are
# empty: "||gtin|00614141322602". An input is a key alone (a GTIN, or an SSCC of
# 18 digits), an element string with its application identifier in parentheses, or
# an EPC URI, whose check digit is computed.
name      ons
label     ONS
title     what is published about a GS1 key
specification GS1 ONS 2.0.1
subject   GS1 key
example   00614141322602
first-key the digits in reverse without the check digit, each a label, after the indicator or extension digit, and the type, below gs1.id.onsepc.com
service   service
string    rewrite !^(urn:epc:(id|class):.+|[(].+|[0-9]{8}|[0-9]{12,14}|[0-9]{18})$!\1!i
string    rewrite-if !^urn:epc:(id:(sgtin|itip|upui)|class:lgtin):([0-9]{6,12})[.]([0-9])([0-9]*)([.].*)?$!gtin=\4\3\5!i
string    rewrite-if !^urn:epc:id:sscc:([0-9]{6,12})[.]([0-9])([0-9]+)$!sscc=\2\1\3!i
string    rewrite-if !^urn:epc:id:(p(gln)|s(gln|gcn)):([0-9]{6,12})[.]([0-9]*)([.].*)?$!\2\3=\4\5!i
string    rewrite-if !^urn:epc:id:(grai|gdti):([0-9]{6,12})[.]([0-9]*)([.].*)?$!\1=\2\3!i
string    rewrite-if !^urn:epc:id:(gsrn|gsin)p?:([0-9]{6,12})[.]([0-9]+)$!\1=\2\3!i
string    rewrite-if !^urn:epc:id:(giai|ginc):([0-9]{6,12})[.]([^.]+)$!\1|\2\3!i
string    within !^[a-z]+=([0-9]+)$! add-check-digit
string    rewrite-if !^([a-z]+)=([0-9]+)$!\1|\2!
string    rewrite-if !^[(]00[)]([0-9]{18})$!sscc|\1!
string    rewrite-if !^[(]01[)]([0-9]{14})([(].*)?$!gtin|\1!
string    rewrite-if !^[(]414[)]([0-9]{13})([(].*)?$!gln|\1!
string    rewrite-if !^[(]255[)]([0-9]{13})([0-9]*)$!gcn|\1!
string    rewrite-if !^[(]8003[)]0([0-9]{13})([^(]*)$!grai|\1!
string    rewrite-if !^[(]253[)]([0-9]{13})([^(]*)$!gdti|\1!
string    rewrite-if !^[(]801[78][)]([0-9]{18})([(].*)?$!gsrn|\1!
string    rewrite-if !^[(]402[)]([0-9]{17})$!gsin|\1!
string    rewrite-if !^[(]8004[)](.+)$!giai|\1!
string    rewrite-if !^[(]401[)](.+)$!ginc|\1!
string    rewrite-if !^([0-9]{8})$!gtin|000000\1!
string    rewrite-if !^([0-9]{12})$!gtin|00\1!
string    rewrite-if !^([0-9]{13})$!gtin|0\1!
string    rewrite-if !^([0-9]{14})$!gtin|\1!
string    rewrite-if !^([0-9]{18})$!sscc|\1!
string    rewrite !^(gtin[|][0-9]{14}|(gcn|gln|grai|gdti)[|][0-9]{13}|(sscc|gsrn)[|][0-9]{18}|gsin[|][0-9]{17}|(giai|ginc)[|][-0-9A-Za-z_]{1,30})$!||\1!i
key       lower
key       within !^[|][|][gs][^i][a-z]*[|]([0-9]+)$! check-digit
key       within !^[|][|]gtin[|].(.+)$! reverse
key       within !^[|][|]sscc[|].(.+)$! reverse
key       within !^[|][|]g[^t][a-z]*[|](.+)$! reverse
key       within !^[|][|][a-z]*[|](.+)$! labels
key       rewrite !^[|][|]([a-z]*)[|](.+)$!\2.\1.gs1.id!
root      onsepc.com
flags     U
grammar   whole
order-closes no
