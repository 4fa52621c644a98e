# Writes the files of the directory IN that clients load to the file OUT, as C
# arrays: each is found at its own path, and page.html is the template. The program
# TABLES knows the applications that openapi.json lists.
set(arrays "")
set(rows "")

# add_file(NAME PATH TYPE OCTETS): the array NAME, which is sent for PATH.
# OCTETS are in hexadecimal; a NUL follows them, which is not counted.
macro(add_file name path type octets)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," list "${octets}")
  string(APPEND arrays "static const char ${name}[] = {${list}0};\n")
  string(APPEND rows
    "    {\"${path}\", \"${type}\", ${name}, sizeof ${name} - 1},\n")
endmacro()

file(GLOB scripts RELATIVE ${IN} ${IN}/*.js)
list(SORT scripts)
foreach(file page.css icon.svg ${scripts})
  set(type "text/javascript; charset=utf-8")
  if(file MATCHES "css$")
    set(type "text/css; charset=utf-8")
  elseif(file MATCHES "svg$")
    set(type "image/svg+xml")
  endif()
  string(MAKE_C_IDENTIFIER ${file} name)
  file(READ ${IN}/${file} octets HEX)
  add_file(${name} /page/${file} "${type}" "${octets}")
endforeach()
execute_process(COMMAND ${TABLES} --names OUTPUT_VARIABLE applications
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${IN}/openapi.json openapi)
string(REPLACE "{{applications}}" "${applications}" openapi "${openapi}")
string(HEX "${openapi}" octets)
add_file(openapi /openapi.json application/json "${octets}")

file(READ ${IN}/page.html page)
string(HEX "${page}" template)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," template "${template}")

file(WRITE ${OUT} "#include \"serve/page/files.h\"\n
#include <stddef.h>\n
${arrays}
const char page_template[] = {${template}0};
const struct page_asset page_files[] = {
${rows}    {NULL, NULL, NULL, 0},\n};\n")
