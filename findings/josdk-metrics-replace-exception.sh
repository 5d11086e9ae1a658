#!/usr/bin/env bash
# The Java Operator SDK hands another exception to updateErrorStatus when its Micrometer metrics are on: an OperatorException around the
# one that the reconciler threw. So an operator whose tests run without metrics decides by a type that it never gets with them.
#
# fabric8's mock server stands in for the API server.
set -euo pipefail
version=5.2.1
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
    <dependency><groupId>io.javaoperatorsdk</groupId><artifactId>operator-framework-core</artifactId><version>$version</version></dependency>
    <dependency><groupId>io.javaoperatorsdk</groupId><artifactId>micrometer-support</artifactId><version>$version</version></dependency>
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-server-mock</artifactId><version>7.5.2</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class Probe {
  public static void main(String[] arguments) throws Exception {
    Exception plain = received(Metrics.NOOP);
    System.out.println("without metrics:         " + plain);
    Exception measured = received(MicrometerMetrics.withoutPerResourceMetrics(new SimpleMeterRegistry()));
    System.out.println("with Micrometer metrics: " + measured);
    System.out.println("its cause:               " + measured.getCause());
    boolean asSeen = plain instanceof IllegalStateException
        && measured instanceof OperatorException && measured.getCause() instanceof IllegalStateException;
    System.exit(asSeen ? 0 : 1);
  }

  /** The exception that updateErrorStatus of a reconciler gets that throws an IllegalStateException. */
  static Exception received(Metrics metrics) throws Exception {
    KubernetesMockServer server = new KubernetesMockServer(
        new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
    server.init();
    KubernetesClient client = server.createClient();
    client.resource(
        new ConfigMapBuilder().withNewMetadata().withName("one").withNamespace("test").endMetadata().build()).create();
    Failing reconciler = new Failing();
    Operator operator = new Operator(o -> o.withKubernetesClient(client).withMetrics(metrics));
    operator.register(reconciler);
    operator.start();
    try {
      return reconciler.received.get(60, TimeUnit.SECONDS);
    } finally {
      operator.stop();
      server.destroy();
    }
  }

  @ControllerConfiguration
  static class Failing implements Reconciler<ConfigMap> {
    final CompletableFuture<Exception> received = new CompletableFuture<>();

    @Override
    public UpdateControl<ConfigMap> reconcile(
        ConfigMap map, io.javaoperatorsdk.operator.api.reconciler.Context<ConfigMap> context) {
      throw new IllegalStateException("thrown by the reconciler");
    }

    @Override
    public ErrorStatusUpdateControl<ConfigMap> updateErrorStatus(
        ConfigMap map, io.javaoperatorsdk.operator.api.reconciler.Context<ConfigMap> context, Exception e) {
      received.complete(e);
      return ErrorStatusUpdateControl.<ConfigMap>noStatusUpdate().withNoRetry();
    }
  }
}
JAVA
javac -cp "$(cat classpath)" Probe.java
echo "io.javaoperatorsdk:micrometer-support $version"
if ! timeout 150 java -cp "$(cat classpath):." Probe 2>log; then
  tail -n 5 log
  echo "CHANGED: an OperatorException was expected with metrics, the reconciler's exception without"
  exit 1
fi
echo "AS SEEN: with metrics the reconciler's exception arrives as the cause of another"
