#!/bin/sh
# SPDX-License-Identifier: MIT
# play.sh VARIANT: runs the client, and writes the told log to the first of told-1.jsonl, told-2.jsonl that is not there.
told=$PWD/told-1.jsonl
[ ! -e "$told" ] || told=$PWD/told-2.jsonl
exec python3 project/client.py --log "$told"
