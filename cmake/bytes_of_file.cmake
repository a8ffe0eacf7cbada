# SPDX-License-Identifier: MIT
# cmake -D IN=FILE -D OUT=FILE -P bytes_of_file.cmake: the bytes of IN as C numbers with commas, for an array.
file(READ ${IN} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "${bytes}\n")
