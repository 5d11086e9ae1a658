#!/usr/bin/env bash
# A gauge or counter that an application of WildFly registers with Micrometer's builders, as Gauge.builder(...).register(registry), is on
# no metrics page, without an error; a gauge of registry.gauge(...) is. The registry that WildFly injects forwards only some methods that
# are called on itself to the server's registry.
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

cat >Probe.java <<'JAVA'
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicInteger;

@WebServlet(urlPatterns = "/", loadOnStartup = 1)
public class Probe extends HttpServlet {
  private static final AtomicInteger VALUE = new AtomicInteger(42);
  @Inject private MeterRegistry registry;

  @Override
  public void init() {
    registry.gauge("probe.by.method", VALUE);
    Gauge.builder("probe.by.builder", VALUE, AtomicInteger::get).register(registry);
    Counter.builder("probe.counter.by.builder").register(registry).increment();
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    response.setStatus(200);
  }
}
JAVA
mkdir -p war/WEB-INF/classes
touch war/WEB-INF/beans.xml
javac -proc:none -cp "$(find "$home/modules" -name '*.jar' | paste -sd :)" -d war/WEB-INF/classes Probe.java
jar --create --file "$home/standalone/deployments/probe.war" -C war .
cat >micrometer.cli <<'CLI'
embed-server --server-config=standalone.xml
/extension=org.wildfly.extension.micrometer:add
/subsystem=micrometer:add
/subsystem=micrometer/registry=prometheus:add(context=/micrometer,security-enabled=false)
stop-embedded-server
CLI
"$home/bin/jboss-cli.sh" --file=micrometer.cli >cli.log 2>&1 || { cat cli.log; exit 1; }

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
LAUNCH_JBOSS_IN_BACKGROUND=1 JAVA_OPTS='-Xmx256m -Djava.net.preferIPv4Stack=true' "$home/bin/standalone.sh" \
  "-Djboss.socket.binding.port-offset=$offset" >server.log 2>&1 &
server=$!
for ((i = 0; ; i++)); do
  ! curl -sf "http://127.0.0.1:$((8080 + offset))/probe/" >/dev/null || break
  [ $i -lt 120 ] || { tail -n 20 server.log; exit 1; }
  sleep 1
done
# Metrics may be published a moment after the deployment.
sleep 2
curl -sf "http://127.0.0.1:$((9990 + offset))/micrometer" >metrics
echo "org.wildfly:wildfly-dist $version; metrics of the application:"
grep '^probe' metrics || true
if ! grep -q '^probe_by_method.* 42' metrics || grep -Eq '^probe_(counter_)?by_builder' metrics; then
  echo "CHANGED: the gauge of the method and no meter of a builder was expected"
  exit 1
fi
echo "AS SEEN: the gauge and the counter of builders are missing"
