#!/usr/bin/env bash
# The exception handler of a fabric8 informer gets a CompletionException around the client's exception. So a handler that looks for a
# KubernetesClientException, to notice a lost permission, never finds one.
#
# The JDK's HTTP server stands in for an API server that forbids the list.
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
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-client</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

class Probe {
  public static void main(String[] arguments) throws Exception {
    HttpServer api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    api.createContext("/", exchange -> {
      byte[] forbidden = ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Forbidden\","
          + "\"message\":\"pods is forbidden\",\"code\":403}").getBytes();
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(403, forbidden.length);
      exchange.getResponseBody().write(forbidden);
      exchange.close();
    });
    api.start();
    CompletableFuture<Throwable> received = new CompletableFuture<>();
    try (KubernetesClient client = new KubernetesClientBuilder()
        .withConfig(new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
            .withMasterUrl("http://127.0.0.1:" + api.getAddress().getPort()).build())
        .build()) {
      client.pods().inNamespace("test").runnableInformer(0)
          .exceptionHandler((started, e) -> {
            received.complete(e);
            return false;
          })
          .start();
      Throwable handed = received.get(60, TimeUnit.SECONDS);
      System.out.println("the handler gets: " + handed.getClass().getName());
      System.out.println("its cause:        " + (handed.getCause() == null ? null : handed.getCause().getClass().getName()));
      boolean asSeen = handed instanceof CompletionException
          && handed.getCause() instanceof KubernetesClientException cause && cause.getCode() == 403;
      System.exit(asSeen ? 0 : 1);
    }
  }
}
JAVA
javac -cp "$(cat classpath)" Probe.java
echo "io.fabric8:kubernetes-client $version"
if ! timeout 150 java -cp "$(cat classpath):." Probe 2>log; then
  tail -n 5 log
  echo "CHANGED: a CompletionException around a KubernetesClientException was expected"
  exit 1
fi
echo "AS SEEN: the client's exception is the cause of the one that the handler gets"
