# Writes a bill of materials in JSON (SPDX 2.3): what was built, and which
# libraries it is linked with. They are read from the files themselves, so that
# the list is never older than the build. Versions are those of the Debian
# packages that the libraries come from; on other systems they are not stated.
#
# The time is SOURCE_DATE_EPOCH, if that is set: builds can be repeated. ARCHIVE
# is the source archive that was built, if a release is made. INSIDE is a list of the
# Debian packages that are inside its other files, with lines of FILE PACKAGE VERSION
# ARCHITECTURE, which resolver/static and resolver/wheel write.
#
# usage: cmake -DFILES=FILE[,FILE...] -DREADELF=PROGRAM -DVERSION=VERSION
#              [-DARCHIVE=FILE] [-DINSIDE=FILE] -DOUT=FILE -P sbom.cmake
#
# SPDX-License-Identifier: MIT
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" FILES "${FILES}")
set(packages "")
set(relationships "")
set(known "")

# describe(ID NAME VERSION LICENCE MORE): a package of the list.
function(describe id name version licence more)
  list(APPEND packages "    { \"SPDXID\": \"SPDXRef-${id}\", \"name\": \"${name}\",
      \"versionInfo\": \"${version}\",${more}
      \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false,
      \"licenseConcluded\": \"${licence}\", \"licenseDeclared\": \"${licence}\",
      \"copyrightText\": \"NOASSERTION\" }")
  set(packages "${packages}" PARENT_SCOPE)
endfunction()

function(relate from type to)
  list(APPEND relationships "    { \"spdxElementId\": \"SPDXRef-${from}\",
      \"relationshipType\": \"${type}\", \"relatedSpdxElement\": \"SPDXRef-${to}\" }")
  set(relationships "${relationships}" PARENT_SCOPE)
endfunction()

# describe_made(ID NAME LICENCE MORE): a package that was made of the archive.
macro(describe_made id name licence more)
  describe(${id} ${name} ${VERSION} ${licence}
    " \"primaryPackagePurpose\": \"APPLICATION\",${more}")
  relate(DOCUMENT DESCRIBES ${id})
  if(ARCHIVE)
    relate(${id} GENERATED_FROM archive)
  endif()
endmacro()

# debian_reference(NAME VERSION ARCHITECTURE MORE): sets more to the members of a package
# of Debian, with MORE.
function(debian_reference name version architecture more)
  string(REPLACE "+" "%2B" version "${version}")
  string(REPLACE ":" "%3A" version "${version}")
  string(REPLACE "~" "%7E" version "${version}")
  set(more "
      \"supplier\": \"Organization: Debian\",${more}
      \"externalRefs\": [ { \"referenceCategory\": \"PACKAGE-MANAGER\",
        \"referenceType\": \"purl\",
        \"referenceLocator\": \"pkg:deb/debian/${name}@${version}?arch=${architecture}\" } ],"
    PARENT_SCOPE)
endfunction()

# debian_package(SONAME): sets name, version and more to those of the Debian
# package that has the library.
function(debian_package soname)
  set(name ${soname})
  set(version NOASSERTION)
  set(more "")
  string(REGEX REPLACE "([.+])" "[\\1]" pattern "${soname}")
  if("\n${owners}" MATCHES
      "\n([a-z0-9][a-z0-9+.-]+)(:[a-z0-9-]+)?[:,][^\n]*/${pattern}\n")
    execute_process(COMMAND ${DPKG_QUERY} --show
      --showformat "\${Package} \${Version} \${Architecture}"
      ${CMAKE_MATCH_1}${CMAKE_MATCH_2} OUTPUT_VARIABLE found ERROR_QUIET)
    if(found MATCHES "^([^ ]+) ([^ ]+) ([^ ]+)$")
      set(name ${CMAKE_MATCH_1})
      set(version ${CMAKE_MATCH_2})
      debian_reference(${name} ${version} ${CMAKE_MATCH_3}
        " \"packageFileName\": \"${soname}\",")
    endif()
  endif()
  set(name "${name}" PARENT_SCOPE)
  set(version "${version}" PARENT_SCOPE)
  set(more "${more}" PARENT_SCOPE)
endfunction()

# needed(FILE): sets needed to the names of the libraries that FILE needs.
function(needed file)
  execute_process(COMMAND ${READELF} --dynamic --wide ${file}
    OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "\\(NEEDED\\)[^\n]*\\[[^\n]*\\]" needed "${dynamic}")
  list(TRANSFORM needed REPLACE ".*\\[(.*)\\]" "\\1")
  set(needed "${needed}" PARENT_SCOPE)
endfunction()

# One search for all, because dpkg-query reads the names of all files for each.
set(patterns "")
foreach(file ${FILES})
  needed(${file})
  list(TRANSFORM needed PREPEND "*/")
  list(APPEND patterns ${needed})
endforeach()
list(REMOVE_DUPLICATES patterns)
set(owners "")
find_program(DPKG_QUERY dpkg-query)
if(DPKG_QUERY)
  execute_process(COMMAND ${DPKG_QUERY} --search ${patterns}
    OUTPUT_VARIABLE owners ERROR_QUIET)
endif()

describe(libddds libddds ${VERSION} MIT
  " \"primaryPackagePurpose\": \"LIBRARY\",")
relate(DOCUMENT DESCRIBES libddds)
if(ARCHIVE)
  cmake_path(GET ARCHIVE FILENAME name)
  file(SHA256 ${ARCHIVE} checksum)
  describe(archive ${name} ${VERSION} MIT
    " \"primaryPackagePurpose\": \"SOURCE\", \"packageFileName\": \"${name}\",
      \"checksums\": [ { \"algorithm\": \"SHA256\",
        \"checksumValue\": \"${checksum}\" } ],")
  relate(DOCUMENT DESCRIBES archive)
  relate(libddds GENERATED_FROM archive)
endif()
foreach(file ${FILES})
  cmake_path(GET file FILENAME built)
  string(REGEX REPLACE "[.](abi3[.])?so.*" "" built "${built}")
  string(REGEX REPLACE "^_core$" "python3-ddds" built "${built}")
  if(NOT built STREQUAL "libddds")
    describe_made(${built} ${built} MIT "")
  endif()
  needed(${file})
  if(NOT built STREQUAL "libddds" AND NOT needed MATCHES "libddds[.]so")
    relate(${built} STATIC_LINK libddds)
  endif()
  foreach(soname ${needed})
    string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" id "${soname}")
    if(soname MATCHES "^(libddds(-[a-z]+)?)[.]so")
      set(id ${CMAKE_MATCH_1})
    elseif(NOT soname IN_LIST known)
      list(APPEND known ${soname})
      debian_package(${soname})
      describe(${id} ${name} ${version} NOASSERTION "${more}")
    endif()
    relate(${built} DYNAMIC_LINK ${id})
  endforeach()
endforeach()

set(lines "")
if(EXISTS "${INSIDE}")
  file(STRINGS ${INSIDE} lines)
endif()
foreach(line ${lines})
  string(REPLACE " " ";" line "${line}")
  list(POP_FRONT line file name version architecture)
  string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" built "${file}")
  string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" id "${name}-${version}")
  if(NOT built IN_LIST known)
    list(APPEND known ${built})
    describe_made(${built} ${file} NOASSERTION
      " \"packageFileName\": \"${file}\",")
  endif()
  if(NOT id IN_LIST known)
    list(APPEND known ${id})
    debian_reference(${name} ${version} ${architecture} "")
    describe(${id} ${name} ${version} NOASSERTION "${more}")
  endif()
  relate(${built} STATIC_LINK ${id})
endforeach()

list(JOIN packages ",\n" packages)
list(JOIN relationships ",\n" relationships)
string(SHA1 content "${packages}${relationships}")
string(TIMESTAMP now "%Y-%m-%dT%H:%M:%SZ" UTC)
file(WRITE ${OUT} "{
  \"spdxVersion\": \"SPDX-2.3\",
  \"dataLicense\": \"CC0-1.0\",
  \"SPDXID\": \"SPDXRef-DOCUMENT\",
  \"name\": \"ddds-${VERSION}\",
  \"documentNamespace\": \"https://spdx.org/spdxdocs/ddds-${VERSION}-${content}\",
  \"creationInfo\": { \"created\": \"${now}\",
    \"creators\": [ \"Tool: ddds-sbom.cmake\" ],
    \"comment\": \"libidn2, libddds-validate, and libcrypto of OpenSSL for UUIDs by SHA-3, are loaded when they are needed, if they are installed; they are not linked.\" },
  \"packages\": [
${packages}
  ],
  \"relationships\": [
${relationships}
  ]
}
")
