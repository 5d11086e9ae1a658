#!/usr/bin/env bash
# A remote-cache-container of WildFly knows its servers by the socket bindings of its default remote cluster. Its client first
# connects to 127.0.0.1:11222 nevertheless, and uses the configured addresses only after that has failed.
set -euo pipefail
version=39.0.1.Final
folder=$(mktemp -d)
server=
stop() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" || true
  fi
  rm -rf "$folder"
}
trap stop EXIT
if (: </dev/tcp/127.0.0.1/11222) 2>/dev/null; then
  echo "something listens on 127.0.0.1:11222: nothing can be seen here"
  exit 1
fi
cd "$folder"
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
  -Dartifact=org.wildfly:wildfly-dist:$version:zip -DoutputDirectory="$folder"
home=$folder/wildfly-$version

# Nothing listens on the configured address either: the log has the addresses that were tried.
configured=127.0.0.2:11333
cat >configure.cli <<END
embed-server --server-config=standalone-ha.xml
/socket-binding-group=standard-sockets/remote-destination-outbound-socket-binding=caches:add(host=${configured%:*},port=${configured#*:})
batch
/subsystem=infinispan/remote-cache-container=remote:add(default-remote-cluster=caches,marshaller=PROTOSTREAM,modules=[org.wildfly.clustering.web.hotrod])
/subsystem=infinispan/remote-cache-container=remote/remote-cluster=caches:add(socket-bindings=[caches])
run-batch
/subsystem=distributable-web/hotrod-session-management=remote:add(remote-cache-container=remote,granularity=SESSION)
/subsystem=distributable-web/hotrod-session-management=remote/affinity=none:add
/subsystem=distributable-web:write-attribute(name=default-session-management,value=remote)
stop-embedded-server
END
"$home/bin/jboss-cli.sh" --file=configure.cli >configure.log 2>&1 || { cat configure.log; exit 1; }
mkdir -p war/WEB-INF
echo '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><distributable/></web-app>' >war/WEB-INF/web.xml
jar --create --file "$home/standalone/deployments/probe.war" -C war .

LAUNCH_JBOSS_IN_BACKGROUND=1 JAVA_OPTS='-Xmx384m -Djava.net.preferIPv4Stack=true' "$home/bin/standalone.sh" \
  -c standalone-ha.xml "-Djboss.socket.binding.port-offset=$((1000 + RANDOM % 5000))" >server.log 2>&1 &
server=$!
for ((i = 0; ; i++)); do
  ! grep -q 'WFLYSRV002[56]' server.log || break
  [ $i -lt 180 ] || { tail -n 20 server.log; exit 1; }
  sleep 1
done
echo "org.wildfly:wildfly-dist $version"
echo "configured: $configured"
echo "--- addresses that the client tried, and when it switched:"
grep -oE "^[0-9:,]+|Connection refused: [^ ]*[0-9]+|ISPN004050: .*" server.log | grep -E 'refused|ISPN' | uniq | head -n 10 | tee tried
if ! head -n 1 tried | grep -q '127.0.0.1:11222'; then
  echo "CHANGED: 127.0.0.1:11222 was expected to be tried first"
  exit 1
fi
echo "AS SEEN: the client starts with 127.0.0.1:11222, whatever is configured"
