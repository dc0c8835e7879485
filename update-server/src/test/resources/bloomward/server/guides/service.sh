# Stands in for root and systemd: the service is a job of the shell that reads this, and every file is the reader's own.
# GUIDE_SERVICE holds the options of the service.
begin() {
  # shellcheck disable=SC2086 # several words
  bloomward-server serve $GUIDE_SERVICE &
  service=$!
}

# The page itself may have started it.
end() {
  kill "${service:-$!}"
  wait "${service:-$!}" || true
}

sudo() {
  case "$1 $2" in
    'systemctl stop') end ;;
    'systemctl start') begin ;;
    'systemctl restart') end; begin ;;
    'install -d') mkdir -p "${@: -1}" ;;
    'install -o') install -m 0600 "${@: -2}" ;;
    *) "$@" ;;
  esac
}
