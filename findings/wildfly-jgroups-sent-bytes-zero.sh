#!/usr/bin/env bash
# WildFly's JGroups channel reports 0 sent bytes though statistics-enabled is true for it: the transport counts only if the stack has
# statistics-enabled, too. Here two servers of one cluster copy sessions to each other; only the second has it at the stack.
set -euo pipefail
version=39.0.1.Final
folder=$(mktemp -d)
pids=()
stop() {
  kill "${pids[@]}" 2>/dev/null || true
  wait
  rm -rf "$folder"
}
trap stop EXIT
cd "$folder"
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
  -Dartifact=org.wildfly:wildfly-dist:$version:zip -DoutputDirectory="$folder"
home=$folder/wildfly-$version

mkdir -p war/WEB-INF ping
echo '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><distributable/></web-app>' >war/WEB-INF/web.xml
echo '<% session.setAttribute("bytes", "x".repeat(10000)); %>stored' >war/index.jsp
jar --create --file "$home/standalone/deployments/probe.war" -C war .
cat >channel.cli <<CLI
embed-server --server-config=standalone-ha.xml
# No multicast: the members find each other by a folder.
/subsystem=modcluster:remove
/subsystem=jgroups/stack=tcp/protocol=MPING:remove
/subsystem=jgroups/stack=tcp/protocol=FILE_PING:add(add-index=0,properties={location=$folder/ping})
/subsystem=jgroups/channel=ee:write-attribute(name=stack,value=tcp)
/subsystem=jgroups/channel=ee:write-attribute(name=statistics-enabled,value=true)
stop-embedded-server
CLI
cat >stack.cli <<CLI
embed-server --server-config=standalone-ha.xml
/subsystem=jgroups/stack=tcp:write-attribute(name=statistics-enabled,value=true)
stop-embedded-server
CLI
"$home/bin/jboss-cli.sh" --file=channel.cli >cli.log 2>&1 || { cat cli.log; exit 1; }
cp -r "$home/standalone" one
"$home/bin/jboss-cli.sh" --file=stack.cli >cli.log 2>&1 || { cat cli.log; exit 1; }
cp -r "$home/standalone" two

# Ports are those of WildFly plus a number; one is used whose ports nobody listens on.
free_offset() {
  local offset port
  while :; do
    offset=$((1000 + RANDOM % 5000))
    for port in 8009 8080 8443 7600 9990 4712 4713 57600; do
      if (: </dev/tcp/127.0.0.1/$((port + offset))) 2>/dev/null; then continue 2; fi
    done
    echo $offset
    return
  done
}
# start NAME: sets http and management of it to its ports, and waits until it answers.
declare -A http management
start() {
  local offset
  offset=$(free_offset)
  LAUNCH_JBOSS_IN_BACKGROUND=1 JAVA_OPTS='-Xmx256m -Djava.net.preferIPv4Stack=true' "$home/bin/standalone.sh" --server-config=standalone-ha.xml \
    "-Djboss.server.base.dir=$folder/$1" "-Djboss.node.name=$1" "-Djboss.socket.binding.port-offset=$offset" >"$1.log" 2>&1 &
  pids+=($!)
  http[$1]=$((8080 + offset)) management[$1]=$((9990 + offset))
  for _ in {1..120}; do
    ! curl -sf "http://127.0.0.1:${http[$1]}/probe/" >/dev/null || return 0
    sleep 1
  done
  tail -n 20 "$1.log"
  return 1
}
start one
start two
for _ in {1..20}; do
  for name in one two; do curl -sf "http://127.0.0.1:${http[$name]}/probe/" >/dev/null; done
done
# The last copies may still be on their way.
sleep 2
for name in one two; do
  curl -sf "http://127.0.0.1:${management[$name]}/metrics" | grep -E '^wildfly_jgroups_(sent|received)_(bytes|messages)' >"$name.metrics"
done
echo "org.wildfly:wildfly-dist $version, each of two servers with twenty sessions of 10 kB"
echo "--- statistics-enabled at the channel:"
cat one.metrics
echo "--- statistics-enabled at the channel and the stack:"
cat two.metrics
if ! grep -q 'sent_bytes{channel="ee"} 0.0$' one.metrics || ! grep -Eq 'sent_bytes{channel="ee"} [1-9][0-9]{4,}[.]' two.metrics; then
  echo "CHANGED: 0 sent bytes were expected without statistics at the stack, and more with them"
  exit 1
fi
echo "AS SEEN: without statistics at the stack the channel's figures stay 0"
