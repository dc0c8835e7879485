# Finds a JDK 25, builds the module once if it is not built, and becomes the program. Read by the programs in */bin.
#
# In: $program (its name), $module (the folder above its bin), $app (the folder with its lib), the user's arguments. Nothing here
# writes to standard output.
# POSIX sh. Every start pays for this file: the lines that run each time start no process but stat, cksum and perhaps locale.
#
#   BLOOMWARD_JAVA_HOME   the JDK to use; without it the one in $app/runtime if that is there, else JAVA_HOME and the usual
#                         places are searched for a 25
#   BLOOMWARD_JAVA_OPTS   further options for the JVM, split at blanks; they come last and win
set -u

# shellcheck disable=SC2154 # from the program's file
root=${module%/*}
jvm_options='-XX:+UseSerialGC -XX:TieredStopAtLevel=1' # short runs: no second compiler, no threads for collecting
# The command that makes the class-data archive: none that needs a network.
training=--version
archive_of=$program
more_options=''
# For programs that run for weeks and mostly wait: the JVM looks every ten seconds for idle monitors and for tables of its own
# to clean up, and not four times and once a second, which keeps a laptop's processor from sleeping.
rarely_waking='-XX:+UnlockDiagnosticVMOptions -XX:AsyncDeflationInterval=10000 -XX:ServiceThreadCleanupInterval=10000'
# shellcheck disable=SC2154
case $program in
  bloomward)
    main=bloomward.agent.Main jar=client-agent
    # The JDK would not hand a password to a proxy on the way to a TLS server.
    jvm_options="$jvm_options -Djdk.http.auth.tunneling.disabledSchemes="
    training=warm-up
    case "${1:-} ${2:-}" in
      'agent run')
        # It runs for weeks beside everything else: free memory goes back, that of the heap in one step and that of the C
        # library every minute, and threads share one pool of it. Nothing has finalizers, so no thread waits for them. Without
        # heap it ends at once, with 3, and is started again: which of its threads would go on is chance. It calls the C
        # library once (PeerNames).
        more_options="--illegal-native-access=allow --finalization=disabled -Xmx32m -Xms5m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=20 -XX:-ShrinkHeapInSteps -XX:TrimNativeHeapInterval=60000 -XX:+ExitOnOutOfMemoryError $rarely_waking"
        export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
        ;;
      'native-host '*)
        # One runs beside each browser, and relays a few lines: above all it must be small. Interpreted, as the compiler
        # would take more than all it compiles; the heap begins with room for the objects of the archive; constructors are
        # called without method handles, and selectors are not looked for in every jar. client-agent/BENCHMARKS.md has figures.
        archive_of=native-host
        jvm_options='-XX:+UseSerialGC -Xint -Djdk.reflect.useNativeAccessorOnly=true'
        [ ! -r /proc/self/stat ] ||
          jvm_options="$jvm_options -Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider"
        more_options="-Xmx8m -Xms2m -Xmn512k -Xss256k -XX:StringTableSize=1024 -XX:-UsePerfData $rarely_waking"
        export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
        ;;
      'check '*) more_options='-Xms8m -Xmn4m' ;; # leaves little garbage, and needs no room for more
    esac
    ;;
  bloomward-server)
    main=bloomward.server.Main jar=update-server
    jvm_options='-XX:+UseSerialGC --illegal-native-access=allow'
    ;;
  bloomward-admin)
    main=bloomward.server.AdminMain jar=update-server
    # Nobody answers this request, but the classes that send one are loaded. fill_archive adds a token file.
    training='status --server http://127.0.0.1:1 --token-file'
    ;;
  *)
    echo "$program: not one of Bloomward's programs; call them by a link, not by a renamed copy" >&2
    exit 2
    ;;
esac

# The commands that `bloomward warm-up` carries out before it ends, beside an agent and a store of its own: one command
# line each, as in a shell without quotes. A new command that should start fast gets a line.
warm_up() {
  cat <<'LINES'
url -o jsonl http://www.a.example/b?c
url http://www.a.example/b?c
check --offline -o jsonl http://www.a.example/b?c
check http://www.a.example/b?c
check --socket /none http://www.a.example/b?c
agent status
LINES
}

fail() {
  printf '%s: %s\n' "$program" "$1" >&2
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" >&2
  exit 2
}

# --- The JDK -----------------------------------------------------------------------------------------------------------

# True if $1 is the home of a 25 with the tool $2; leaves the text of its release file in $release. Starts no JVM.
is_jdk_25() {
  [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 1
  release='' is_25=1
  while IFS= read -r line || [ -n "$line" ]; do
    release=$release$line
    case $line in 'JAVA_VERSION="25"' | 'JAVA_VERSION="25'[.+-]*) is_25=0 ;; esac
  done <"$1/release"
  return $is_25
}

# Sets $java_home to a JDK 25 that has the tool $1, or ends the program.
find_jdk_25() {
  if [ -n "${BLOOMWARD_JAVA_HOME:-}" ]; then
    java_home=$BLOOMWARD_JAVA_HOME
    is_jdk_25 "$java_home" "$1" && return
    fail "BLOOMWARD_JAVA_HOME is $BLOOMWARD_JAVA_HOME, which is not a JDK 25" \
      'Point it at the folder of a JDK 25 (the one that holds bin and release), or unset it to search the usual places.'
  fi
  for java_home in "$app/runtime" "${JAVA_HOME:-}" "${JAVA_25_HOME:-}" "${JAVA25_HOME:-}" "${JDK_25_HOME:-}" "${JDK25_HOME:-}" \
    "${JAVA_HOME_25_X64:-}" "${JAVA_HOME_25_ARM64:-}"; do
    [ -n "$java_home" ] && is_jdk_25 "$java_home" "$1" && return
  done
  java_on_path=$(command -v java) || java_on_path=''
  if [ -n "$java_on_path" ]; then
    while [ -h "$java_on_path" ]; do
      target=$(readlink "$java_on_path") || break
      case $target in
        /*) java_on_path=$target ;;
        *) java_on_path=${java_on_path%/*}/$target ;;
      esac
    done
    java_home=${java_on_path%/*}/..
    is_jdk_25 "$java_home" "$1" && return
  fi
  for java_home in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/java/* /opt/*jdk* /usr/local/*jdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    is_jdk_25 "$java_home" "$1" && return
  done
  if [ -n "${HOME:-}" ]; then
    for java_home in "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/* "$HOME"/.jdks/* \
      "${ASDF_DATA_DIR:-$HOME/.asdf}"/installs/java/* "${MISE_DATA_DIR:-$HOME/.local/share/mise}"/installs/java/* \
      "$HOME"/.jbang/cache/jdks/* "$HOME"/.jabba/jdk/* "$HOME"/.gradle/jdks/* \
      "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
      is_jdk_25 "$java_home" "$1" && return
    done
  fi
  fail 'Bloomward needs a JDK 25, and none was found' \
    'Install one, for example from https://adoptium.net/ or with "sdk install java 25-tem", or set BLOOMWARD_JAVA_HOME' \
    'to the folder of one that is already there.'
}

# --- Locks: a symbolic link that names its holder, so that it comes into being in one step ----------------------------------

# True if the lock $1 is now ours. False if a living process has it, left in $holder, or if it cannot be made at all.
take_lock() {
  for _ in 1 2 3; do
    ln -s "$$" "$1" 2>/dev/null && return
    holder=$(readlink "$1") || continue
    is_alive "$holder" && return 1
    # Its holder died. Move it away and try again; a process that took away a newer one puts that back.
    mv "$1" "$1.$$" 2>/dev/null || continue
    [ "$(readlink "$1.$$")" = "$holder" ] || mv "$1.$$" "$1"
    rm -f "$1.$$"
  done
  holder=''
  return 1
}

is_alive() {
  [ -d "/proc/$1" ] || kill -0 "$1" 2>/dev/null || ps -p "$1" >/dev/null 2>&1
}

# --- Building once -----------------------------------------------------------------------------------------------------

# Maven writes target/app/classpath last, so a half-finished build is not taken as built. Later changes of the sources
# are not noticed: run "mvn package".
build() {
  [ -f "$root/pom.xml" ] || fail "this installation is incomplete: $app/classpath is missing"
  command -v mvn >/dev/null || fail 'not built yet, and mvn is missing: install Maven 3.8.7 or newer'
  find_jdk_25 javac
  mkdir -p "$root/target" 2>/dev/null
  [ -w "$root/target" ] || fail "not built yet, and $root/target cannot be written: let its owner run mvn package"

  lock=$root/target/build-lock said=''
  until take_lock "$lock"; do
    [ -n "$holder" ] || fail "not built yet, and $lock cannot be made"
    [ -n "$said" ] || printf '%s: waiting for the build of process %s (%s)\n' "$program" "$holder" "$lock" >&2
    said=yes
    sleep 1
  done
  trap 'rm -f "$lock"' EXIT
  trap 'kill "$maven" 2>/dev/null; exit 2' HUP INT TERM
  if [ ! -f "$app/classpath" ]; then
    log=$root/target/build-$program.log
    printf 'Building Bloomward, once; later starts are immediate (log: %s) ' "$log" >&2
    (cd "$root" && JAVA_HOME=$java_home exec mvn -B -Punchecked -Dmaven.test.skip=true \
      -pl "${module##*/}" -am package) </dev/null >"$log" 2>&1 &
    maven=$!
    shown=''
    while sleep 1 && kill -0 "$maven" 2>/dev/null; do
      step=$(sed -n 's/.*Building \(Bloomward.*[^ ]\)  *[^ ]*  *\(\[[0-9]*\/[0-9]*\]\)$/\2 \1/p' "$log" | tail -n 1)
      [ "$step" = "$shown" ] || printf '\n  %s ' "$step" >&2
      shown=$step
      printf . >&2
    done
    if wait "$maven" && [ -f "$app/classpath" ]; then
      # A build by hand must not take for checked what was compiled here without the checkers.
      rm -rf "$root"/*/target/maven-status "$root"/*/*/target/maven-status
      printf ' done\n' >&2
    else
      printf ' failed\n' >&2
      grep -F ERROR "$log" | head -n 20 >&2
      fail "the build failed, the whole log is $log"
    fi
  fi
  trap - EXIT HUP INT TERM
  rm -f "$lock"
}

# Sets $class_path: the module's own jar, then the others in Maven's order.
read_class_path() {
  for class_path in "$app/lib/$jar"-*.jar; do :; done
  IFS= read -r jars <"$app/classpath" || [ -n "$jars" ] || fail "empty: $app/classpath; run mvn package"
  jars=$jars:
  while [ -n "$jars" ]; do
    class_path=$class_path:$app/${jars%%:*}
    jars=${jars#*:}
  done
}

# --- The class-data archive: classes as the JVM keeps them in memory, so that it need not read them from the jars ----------
#
# It must never serve old code and never be needed. Its name carries a checksum over the JDK's release file, the options and size,
# inode and times of every jar and of itself: with a jar replaced, or cut or written over, it no longer has its own name.
# An empty one says that this JVM cannot make one. Trusted like the jars beside it.

# Sets $name to the name that the archive in the file $1 must have.
name_archive() {
  name=$({
    printf '%s\n%s\n%s\n' "$release" "$jvm_options" "$class_path"
    set -f
    IFS=:
    # shellcheck disable=SC2086 # one word for each jar
    {
      TZ=UTC0 stat -L -c '%n %s %i %y %z' -- $class_path && TZ=UTC0 stat -c '%s %i %y' -- "$1"
    } 2>/dev/null || {
      stat -L -f '%N %z %i %Fm %Fc' -- $class_path && stat -f '%z %i %Fm' -- "$1"
    } 2>/dev/null || cksum -- $class_path "$1"
  } | cksum)
  name=$archive_of-${name% *}-${name#* }.jsa
}

# True if the folder $1 has the archive of these jars; sets $archive, to nothing if the archive is the empty one.
has_archive() {
  for archive in "$1/$archive_of"-*.jsa; do
    [ -r "$archive" ] || continue
    name_archive "$archive"
    [ "${archive##*/}" = "$name" ] || continue
    [ -s "$archive" ] || archive=''
    return 0
  done
  archive=''
  return 1
}

# Writes the archive file $1.
fill_archive() {
  # shellcheck disable=SC2086 # options are words
  if [ "$archive_of" = native-host ]; then
    # Only the host's classes, in one archive: on top of the JDK's own, it would take half as much memory again.
    "$java_home/bin/java" $jvm_options -XX:DumpLoadedClassList="$1.list" -cp "$class_path" "$main" native-host warm-up &&
      "$java_home/bin/java" -XX:+UseG1GC -Xshare:dump -XX:SharedClassListFile="$1.list" -XX:SharedArchiveFile="$1" \
        -cp "$class_path"
    filled=$?
    rm -f "$1.list"
    return "$filled"
  fi
  token=''
  if [ "$program" = bloomward-admin ]; then
    token=$1.token
    (umask 077 && echo none >"$token")
  fi
  # shellcheck disable=SC2086 # options are words
  warm_up | "$java_home/bin/java" $jvm_options -XX:ArchiveClassesAtExit="$1" -cp "$class_path" "$main" $training ${token:+"$token"}
  filled=$?
  rm -f "$1.token"
  # Whatever the command answers, its classes are loaded. Only a JVM that a signal killed may leave half an archive.
  [ "$filled" -le 128 ] && [ -s "$1" ]
}

# Makes the archive in the folder $1 with a run of its own, or leaves that to another start that is already at it.
make_archive() {
  lock=$1/$archive_of.lock new=$1/$archive_of.$$
  take_lock "$lock" || return 0
  trap 'rm -f "$lock" "$new" "$new.list" "$new.token"' EXIT
  trap 'exit 2' HUP INT TERM
  if ! has_archive "$1"; then
    rm -f "$1/$archive_of".[0-9]*
    fill_archive "$new" >/dev/null 2>&1 || : >"$new"
    [ -f "$new" ] || : >"$new"
    name_archive "$new"
    rm -f "$1/$archive_of"-*.jsa
    mv "$new" "$1/$name"
    has_archive "$1"
  fi 2>/dev/null
  trap - EXIT HUP INT TERM
  rm -f "$lock"
}

# True if the run-time that the program brings has an archive of these jars; sets $archive. The build gives both one time,
# and so they have it wherever they were unpacked; a jar with another one was changed, and all jars are if copying lost it.
has_brought_archive() {
  archive=$app/runtime/lib/$archive_of.jsa
  [ "$java_home" = "$app/runtime" ] && [ -s "$archive" ] || return 1
  jars=$class_path:
  while [ -n "$jars" ]; do
    # shellcheck disable=SC3013 # every sh knows -nt and -ot
    [ "${jars%%:*}" -nt "$archive" ] || [ "${jars%%:*}" -ot "$archive" ] && return 1
    jars=${jars#*:}
  done
}

# Sets $archive to a class-data archive, or to nothing where there is none and none can be made.
find_archive() {
  has_brought_archive && return
  archive=''
  command -v cksum >/dev/null || return 0
  has_archive "$app/cds" && return
  if [ -w "$app" ] && mkdir -p "$app/cds" 2>/dev/null && [ -w "$app/cds" ]; then
    make_archive "$app/cds"
    return
  fi
  cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
  [ -n "$cache" ] || return 0
  installation=$(printf %s "$app" | cksum)
  cache=$cache/bloomward/${installation%% *}
  # Another user's folder in our place would be another user's code.
  [ -d "$cache" ] || (umask 077 && mkdir -p "$cache") 2>/dev/null || return 0
  [ -O "$cache" ] || return 0
  has_archive "$cache" || { [ -w "$cache" ] && make_archive "$cache"; }
}

# --- The start ---------------------------------------------------------------------------------------------------------

case $app in *:*) fail "a class path cannot hold a colon, so Bloomward cannot run from $module" ;; esac
[ -f "$app/classpath" ] || build
find_jdk_25 java
read_class_path

# Without standard input, the first file that the JVM opened would become it.
{ true 3<&0; } 2>/dev/null || exec </dev/null

# Otherwise the JVM turns every non-ASCII letter of an argument or a file name into a question mark. A locale can also be
# named and not be installed; where there is no "locale" every locale is UTF-8.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  C.[Uu][Tt][Ff]*8) ;;
  *[Uu][Tt][Ff]*8) [ "$(locale charmap 2>/dev/null || echo UTF-8)" = UTF-8 ] || export LC_ALL=C.UTF-8 ;;
  *) export LC_ALL=C.UTF-8 ;;
esac

find_archive

# The program shows colours and progress on a terminal only, and Java cannot tell for one stream.
stdout_terminal=false
[ -t 1 ] && stdout_terminal=true
stderr_terminal=false
[ -t 2 ] && stderr_terminal=true

# Two collectors do not go together, so the user's takes the place of ours.
case ${BLOOMWARD_JAVA_OPTS:-} in *-XX:+Use*GC*) jvm_options=${jvm_options#-XX:+UseSerialGC} ;; esac

# The JVM's own words go to standard error: errors only, and a crash report too.
set -f
# shellcheck disable=SC2086 # options are words
exec "$java_home/bin/java" $jvm_options ${archive:+"-XX:SharedArchiveFile=$archive"} -Xshare:auto \
  -Xlog:disable -Xlog:all=error:stderr -XX:+DisplayVMOutputToStderr \
  $more_options "-Dbloomward.stdout.terminal=$stdout_terminal" \
  "-Dbloomward.stderr.terminal=$stderr_terminal" "-Dbloomward.home=$app" \
  ${BLOOMWARD_JAVA_OPTS:-} -cp "$class_path" "$main" "$@"
