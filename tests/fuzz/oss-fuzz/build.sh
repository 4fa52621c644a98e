#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz wants them: programs, seeds, dictionaries
# and options in $OUT, with the libraries that the machine which runs them does
# not have. $SRC/ddds is the source; CC, CXX, CFLAGS, CXXFLAGS and
# LIB_FUZZING_ENGINE say how to build, WORK where.
#
# SPDX-License-Identifier: MIT
fuzz=$SRC/ddds/tests/fuzz

# shellcheck disable=SC2016 # $ORIGIN is the linker's
cmake -G Ninja -S "$SRC/ddds" -B "$WORK/build" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
    -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$CXXFLAGS" \
    -DCMAKE_EXE_LINKER_FLAGS='-Wl,-rpath,$ORIGIN/lib' \
    -DDDDS_BUILD_FUZZERS=ON -DDDDS_BUILD_TESTS=OFF \
    -DDDDS_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$WORK/build" --target fuzzers

mkdir -p "$OUT/lib"
grep -v '^#' "$fuzz/targets" | while read -r name _ dictionary length; do
    target=fuzz_$name
    # `fetched` needs libcurl, `validated` libunbound.
    [ -e "$WORK/build/tests/$target" ] || continue
    cp "$WORK/build/tests/$target" "$OUT/"
    cp "$fuzz/dictionaries/$dictionary.dict" "$OUT/$target.dict"
    printf '[libfuzzer]\nmax_len = %s\n' "$length" >"$OUT/$target.options"
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip -q -j -r "$OUT/${target}_seed_corpus.zip" "$fuzz/corpus/$name"
    ldd "$OUT/$target" |
        awk '/libcares|libpcre2|libjansson|libmd|libidn2|libunistring/ { print $3 }' |
        xargs -r cp -L -t "$OUT/lib"
done
