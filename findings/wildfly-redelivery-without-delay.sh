#!/usr/bin/env bash
# A redelivery delay that is set in WildFly has no effect: a message that was rolled back is there again at once, and all its attempts are
# over in a moment. WildFly gives Artemis a maximum of 0 for the delay unless that is set too, and Artemis takes the smaller of both.
# By its manual, Artemis on its own has ten times the delay as the default of the maximum.
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
cat >war/index.jsp <<'JSP'
<%@ page import="jakarta.jms.*,javax.naming.InitialContext" %><%
ConnectionFactory connections = InitialContext.doLookup("java:/ConnectionFactory");
Queue queue = InitialContext.doLookup("java:/jms/queue/probe");
try (JMSContext context = connections.createContext(JMSContext.SESSION_TRANSACTED)) {
  context.createProducer().send(queue, "an order");
  context.commit();
  try (JMSConsumer consumer = context.createConsumer(queue)) {
    consumer.receive(10000);
    long begin = System.nanoTime();
    context.rollback();
    Message again = consumer.receive(10000);
    out.print(again == null ? -1 : (System.nanoTime() - begin) / 1000000);
    context.commit();
  }
}
%>
JSP
jar --create --file "$home/standalone/deployments/probe.war" -C war .

# Ports are those of WildFly plus a number; one is used whose ports nobody listens on.
free_offset() {
  local offset port
  while :; do
    offset=$((1000 + RANDOM % 5000))
    for port in 3528 3529 8080 8443 9990 4712 4713; do
      if (: </dev/tcp/127.0.0.1/$((port + offset))) 2>/dev/null; then continue 2; fi
    done
    echo $offset
    return
  done
}
offset=$(free_offset)
cli() { JAVA_OPTS=-Xmx128m "$home/bin/jboss-cli.sh" --connect --controller=127.0.0.1:$((9990 + offset)) --commands="$1"; }
LAUNCH_JBOSS_IN_BACKGROUND=1 JAVA_OPTS='-Xmx384m -Djava.net.preferIPv4Stack=true' "$home/bin/standalone.sh" -c standalone-full.xml \
  "-Djboss.socket.binding.port-offset=$offset" >server.log 2>&1 &
server=$!
for ((i = 0; ; i++)); do
  ! cli '/subsystem=messaging-activemq/server=default/jms-queue=probe:add(entries=[java:/jms/queue/probe])' >cli.log 2>&1 || break
  [ $i -lt 60 ] || { cat cli.log; tail -n 20 server.log; exit 1; }
  sleep 1
done
# The milliseconds from a rollback to the next delivery; the first request also compiles the page.
redelivered() { curl -sf --max-time 60 --retry 20 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$((8080 + offset))/probe/index.jsp" | tr -d '[:space:]'; }
settings=/subsystem=messaging-activemq/server=default/address-setting=#
redelivered >/dev/null
cli "$settings:write-attribute(name=redelivery-delay,value=2000)" >/dev/null
alone=$(redelivered)
cli "$settings:write-attribute(name=max-redelivery-delay,value=2000)" >/dev/null
both=$(redelivered)
echo "org.wildfly:wildfly-dist $version"
echo "redelivery-delay=2000: delivered again after $alone ms"
echo "and max-redelivery-delay=2000: delivered again after $both ms"
if [ "$alone" -lt 0 ] || [ "$alone" -ge 1000 ] || [ "$both" -lt 1900 ]; then
  echo "CHANGED: less than 1,000 ms and at least 1,900 were expected"
  exit 1
fi
echo "AS SEEN: the delay has an effect only together with its maximum"
