#!/bin/sh
# Stands in for bloomward-server and bloomward-admin while a guide is tried out. A server or a mirror is a process of its
# own, which can be stopped like the real one; all else is handed to a process that is there already.
#
#   GUIDE_JAVA    the java and the options with which to start a server
#   GUIDE_DESK    the pipe to the process that carries out the rest
#   GUIDE_FOLDER  where the page is tried out; that process knows no other folder
program=${0##*/}
case "$program ${1:-}" in
  'bloomward-server serve' | 'bloomward-server mirror')
    # shellcheck disable=SC2086 # options are words
    exec $GUIDE_JAVA bloomward.server.Main "$@" ;;
esac
if [ "$(pwd -P)" != "$GUIDE_FOLDER" ]; then
  echo "$program: a guide that changes the folder cannot be tried out" >&2
  exit 99
fi
job=$(mktemp -d) || exit 99
mkfifo "$job/code"
printf '%s\n' "$program" >"$job/program"
[ $# -eq 0 ] && : >"$job/args" || printf '%s\0' "$@" >"$job/args"
env -0 >"$job/env"
cat >"$job/in"
printf '%s\n' "$job" >"$GUIDE_DESK"
read -r code <"$job/code"
cat "$job/out"
cat "$job/err" >&2
rm -r "$job"
exit "$code"
