# Writes the file IN as the C array NAME, with its length, to the file OUT.
file(READ ${IN} octets HEX)
string(LENGTH "${octets}" length)
math(EXPR length "${length} / 2")
string(REGEX REPLACE "(..)" "0x\\1," octets "${octets}")
file(WRITE ${OUT} "#include \"zones/well_known.h\"\n
const char ${NAME}[] = {${octets}};
const unsigned long ${NAME}_length = ${length};\n")
