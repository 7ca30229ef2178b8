#!/bin/sh
# tools/net.sh GAME [FILE]: the header GAME_net.h, which defines NET_BYTES: the bytes of a net's file and how many there are, or without FILE none.
set -eu
if [ $# -eq 1 ]; then
	echo '#define NET_BYTES NULL, 0'
	exit
fi
"$(dirname "$0")/embed.sh" "$1_net" "$2"
echo "#define NET_BYTES $1_net, sizeof $1_net"
