#!/usr/bin/env bash
# WildFly's error-count of a listener counts responses of status 500 only, not 503: a server that
# refuses all requests as unavailable has no errors in its metrics.
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
cd "$folder"
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
  -Dartifact=org.wildfly:wildfly-dist:$version:zip -DoutputDirectory="$folder"
home=$folder/wildfly-$version

mkdir war
echo '<% response.setStatus(Integer.parseInt(request.getParameter("status"))); %>' >war/index.jsp
jar --create --file "$home/standalone/deployments/probe.war" -C war .

# Ports are those of WildFly plus a number; one is used whose ports nobody listens on.
free_offset() {
  local offset port
  while :; do
    offset=$((1000 + RANDOM % 5000))
    for port in 8080 8443 9990 4712 4713; do
      if (: </dev/tcp/127.0.0.1/$((port + offset))) 2>/dev/null; then continue 2; fi
    done
    echo $offset
    return
  done
}
offset=$(free_offset)
http=$((8080 + offset)) management=$((9990 + offset))
LAUNCH_JBOSS_IN_BACKGROUND=1 JAVA_OPTS='-Xmx256m -Djava.net.preferIPv4Stack=true' "$home/bin/standalone.sh" \
  -Dwildfly.undertow.statistics-enabled=true "-Djboss.socket.binding.port-offset=$offset" >server.log 2>&1 &
server=$!
status() { curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$http/probe/index.jsp?status=$1" || true; }
for ((i = 0; ; i++)); do
  [ "$(status 200)" != 200 ] || break
  [ $i -lt 120 ] || { tail -n 20 server.log; exit 1; }
  sleep 1
done
figures() { curl -sf "http://127.0.0.1:$management/metrics" | grep -E '^wildfly_undertow_(error|request)_count_total'; }
figures >before
errors() { awk '/error_count_total{.*http_listener="default"/ { print int($2) }' "$1"; }
for _ in {1..5}; do status 500; echo -n ' '; done >statuses
figures >after500
for _ in {1..5}; do status 503; echo -n ' '; done >>statuses
figures >after503
echo "org.wildfly:wildfly-dist $version"
echo "responses: $(cat statuses)"
echo "--- metrics afterwards:"
cat after503
added500=$(($(errors after500) - $(errors before))) added503=$(($(errors after503) - $(errors after500)))
echo "--- errors counted: $added500 of five 500, $added503 of five 503"
if [ "$added500" != 5 ] || [ "$added503" != 0 ]; then
  echo "CHANGED: each 500 and no 503 was expected to be counted"
  exit 1
fi
echo "AS SEEN: 503 is no error to the listener"
