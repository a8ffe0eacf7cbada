# SPDX-License-Identifier: MIT
# cmake -D PAGE=FILE -D STYLE=FILE -D SCRIPT=FILE -D OUT=FILE -P make_page.cmake: puts the style and the script into the page, and their
# hashes into its Content-Security-Policy.

cmake_minimum_required(VERSION 3.21)

# hash_of(OUT FILE): the SHA-256 of a file in base64, as a Content-Security-Policy wants it.
function(hash_of out file)
  set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  file(SHA256 ${file} hex)
  set(hex "${hex}00") # 33 bytes: eleven groups of three. The last digit stands for the byte that was added.
  set(text)
  foreach(group RANGE 0 60 6)
    string(SUBSTRING ${hex} ${group} 6 bytes)
    foreach(shift 18 12 6 0)
      math(EXPR place "(0x${bytes} >> ${shift}) & 63")
      string(SUBSTRING ${digits} ${place} 1 digit)
      string(APPEND text ${digit})
    endforeach()
  endforeach()
  string(SUBSTRING ${text} 0 43 text)
  set(${out} "${text}=" PARENT_SCOPE)
endfunction()

hash_of(style_hash ${STYLE})
hash_of(script_hash ${SCRIPT})
file(READ ${PAGE} page)
file(READ ${STYLE} style)
file(READ ${SCRIPT} script)
string(REPLACE "@STYLE_HASH@" "${style_hash}" page "${page}")
string(REPLACE "@SCRIPT_HASH@" "${script_hash}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE ${OUT} "${page}")
