#!/usr/bin/env bash
# The Java Operator SDK creates its leader election without release on stop: an operator that stopped in order stays the holder of the
# lease, and the next one works only when the lease has expired. fabric8's leader election, on which it is built, can release.
#
# fabric8's mock server stands in for the API server; it keeps leases as one does.
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
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-server-mock</artifactId><version>7.5.2</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceRule;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.server.mock.KubernetesMixedDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class Probe {
  static KubernetesMockServer server;

  public static void main(String[] arguments) throws Exception {
    Map<ServerRequest, Queue<ServerResponse>> expected = new HashMap<>();
    server = new KubernetesMockServer(
        new Context(), new MockWebServer(), expected, new KubernetesMixedDispatcher(expected), false);
    server.init();
    // What an operator may do with leases; the mock server has no access rules of its own.
    server.expect().post().withPath("/apis/authorization.k8s.io/v1/selfsubjectrulesreviews").andReturn(201, allowed()).always();

    lead("sdk-1");
    System.out.printf("the SDK's operator stopped; holder of its lease: '%s'%n", holder("sdk"));
    double seconds = lead("sdk-2");
    System.out.printf("the next operator was the leader after %.1f s; the lease lasts 15%n", seconds);

    fabric8();
    System.out.printf("fabric8's election with release cancelled; holder of its lease: '%s'%n", holder("fabric8"));
    System.exit(holder("sdk").equals("sdk-2") && seconds > 10 && holder("fabric8").isEmpty() ? 0 : 1);
  }

  /** Starts an operator, waits until it leads and stops it. */
  static double lead(String identity) throws Exception {
    CountDownLatch leads = new CountDownLatch(1);
    KubernetesClient client = server.createClient();
    Operator operator = new Operator(configuration -> configuration
        .withKubernetesClient(client)
        .withLeaderElectionConfiguration(
            LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration("sdk")
                .withLeaseNamespace("test")
                .withIdentity(identity)
                .withExitOnStopLeading(false)
                .withLeaderCallbacks(new LeaderCallbacks(leads::countDown, () -> {}, leader -> {}))
                .build()));
    operator.register(new Nothing());
    long began = System.nanoTime();
    operator.start();
    if (!leads.await(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException(identity + " does not lead after 60 s");
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    operator.stop();
    return seconds;
  }

  static void fabric8() throws Exception {
    CountDownLatch leads = new CountDownLatch(1);
    KubernetesClient client = server.createClient();
    var election = client.leaderElector().withConfig(
        new LeaderElectionConfigBuilder()
            .withName("fabric8")
            .withLock(new LeaseLock("test", "fabric8", "fabric8-1"))
            .withLeaseDuration(Duration.ofSeconds(15))
            .withRenewDeadline(Duration.ofSeconds(10))
            .withRetryPeriod(Duration.ofSeconds(2))
            .withLeaderCallbacks(new LeaderCallbacks(leads::countDown, () -> {}, leader -> {}))
            .withReleaseOnCancel(true)
            .build()).build().start();
    leads.await(60, TimeUnit.SECONDS);
    election.cancel(false);
    for (int i = 0; i < 50 && !holder("fabric8").isEmpty(); i++) {
      Thread.sleep(100);
    }
  }

  static String holder(String lease) {
    try (KubernetesClient client = server.createClient()) {
      String holder = client.leases().inNamespace("test").withName(lease).get().getSpec().getHolderIdentity();
      return holder == null ? "" : holder;
    }
  }

  static SelfSubjectRulesReview allowed() {
    ResourceRule all = new ResourceRule(List.of("*"), List.of(), List.of("*"), List.of("*"));
    return new SelfSubjectRulesReviewBuilder().withNewStatus().withIncomplete(false).withResourceRules(all).endStatus().build();
  }

  @ControllerConfiguration
  static class Nothing implements Reconciler<ConfigMap> {
    @Override
    public UpdateControl<ConfigMap> reconcile(
        ConfigMap map, io.javaoperatorsdk.operator.api.reconciler.Context<ConfigMap> context) {
      return UpdateControl.noUpdate();
    }
  }
}
JAVA
javac -cp "$(cat classpath)" Probe.java
echo "io.javaoperatorsdk:operator-framework-core $version"
if ! timeout 120 java -cp "$(cat classpath):." Probe 2>log; then
  tail -n 5 log
  echo "CHANGED: the first operator was expected to keep the lease until it expires"
  exit 1
fi
echo "AS SEEN: the lease is kept on stop"
