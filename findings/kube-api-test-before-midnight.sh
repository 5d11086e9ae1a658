#!/usr/bin/env bash
# fabric8's kube-api-test adds the time-out of a server's start to the local time of day. In the last minute before midnight the sum is
# early in the morning, so that the first look at a server that is not ready yet is a time-out already.
#
# The waiting is the library's own (ProcessReadinessChecker). What it waits for is a small HTTP server that is ready after two seconds;
# it stands in for etcd and kube-apiserver, which are ready as late. The time of day is staged with a time zone.
set -euo pipefail
version=7.5.2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>probe</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>io.fabric8</groupId><artifactId>kube-api-test</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubeapitest.KubeAPITestException;
import io.fabric8.kubeapitest.process.ProcessReadinessChecker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.LocalTime;

class Probe {
  public static void main(String[] arguments) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    long ready = System.nanoTime() + 2_000_000_000L;
    server.createContext("/", exchange -> {
      exchange.sendResponseHeaders(System.nanoTime() < ready ? 503 : 200, -1);
      exchange.close();
    });
    server.start();
    long began = System.nanoTime();
    String result;
    System.out.printf("at %.8s: ", LocalTime.now());
    try {
      new ProcessReadinessChecker().waitUntilReady(server.getAddress().getPort(), "", "stand-in", false, 60_000);
      result = "ready";
    } catch (KubeAPITestException e) {
      result = "failed: " + e.getMessage();
    }
    System.out.printf("%s, after %.1f s of 60%n", result, (System.nanoTime() - began) / 1e9);
    server.stop(0);
  }
}
JAVA
javac -cp "$(cat classpath)" Probe.java
# at HH:MM: runs the probe in a time zone in which it is that time.
at() {
  # The minute must not end before the probe begins.
  while [ "$(date +%-S)" -gt 45 ]; do sleep 1; done
  local wanted now minutes sign=+
  wanted=$((10#${1%:*} * 60 + 10#${1#*:}))
  now=$(($(date -u +%-H) * 60 + $(date -u +%-M)))
  minutes=$(((wanted - now + 1440 + 720) % 1440 - 720))
  [ $minutes -ge 0 ] || { sign=-; minutes=$((-minutes)); }
  java "-Duser.timezone=$(printf 'GMT%s%02d:%02d' $sign $((minutes / 60)) $((minutes % 60)))" -cp "$(cat classpath):." Probe 2>/dev/null
}
echo "io.fabric8:kube-api-test $version"
at 12:00 | tee noon
at 23:59 | tee midnight
if ! grep -q 'ready, after 2' noon || ! grep -Eq 'failed: .*, after [01][.]' midnight; then
  echo "CHANGED: ready at noon and a time-out before midnight were expected"
  exit 1
fi
echo "AS SEEN: a start just before midnight is a time-out at once"
