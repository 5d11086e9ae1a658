package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.BalancingPolicy;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.support.Experiments;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The balancer's configuration, checked as text and by HAProxy. */
class HaproxyConfigurationTest {
  static final List<String> PODS = List.of("small-base-2-app-0", "small-base-2-app-1");
  static final String DOMAIN = "small-base-2-app.default.svc.cluster.local";
  static final List<HaproxyBackend> SERVERS =
      List.of(new HaproxyBackend(null, ServerTier.BOTH, List.of(), PODS, DOMAIN, false));

  @Test
  void serversAreNamedAfterTheirPodsAndKeepTheirSessions() {
    String text = text(Experiments.balancer(true));
    assertThat(text)
        .contains(
            "  server small-base-2-app-0 small-base-2-app-0.%s:8080 cookie small-base-2-app-0\n"
                .formatted(DOMAIN),
            "  server small-base-2-app-1 small-base-2-app-1.%s:8080 cookie small-base-2-app-1\n"
                .formatted(DOMAIN),
            "cookie SCALELAB_SERVER insert indirect preserve nocache",
            "acl servers_missing nbsrv(servers) lt 2\n",
            "  option httpchk GET /health/ready\n",
            "check port 9990 ",
            "maxconn 64 ",
            "timeout queue 2000ms\n",
            "timeout server 11000ms\n");
  }

  @Test
  void anOwnApplicationsHealthIsCheckedAtItsPath() {
    HealthCheck health = HealthCheck.of(Experiments.custom("default").getSpec().workload());

    assertThat(text(Experiments.balancer(true), health))
        .contains("  option httpchk GET /ready\n", "check port 8080 ");
  }

  @Test
  void withoutStickySessionsThereIsNoCookie() {
    assertThat(text(Experiments.balancer(false))).doesNotContain("cookie");
  }

  @Test
  void requestsAreLoggedOnlyIfAskedFor() {
    BalancerSpec sticky = Experiments.balancer(true);
    assertThat(text(sticky)).doesNotContain("httplog", "capture");
    assertThat(text(sticky.withRequestLog(true)))
        .contains(
            "  bind :8080\n  log stdout format raw local0 info\n  option httplog\n",
            "  capture cookie JSESSIONID= len 63\n");
  }

  @Test
  void connectionsAreClosedAtBothEndsWhereTheWorkloadKeepsNone(@TempDir Path directory)
      throws Exception {
    String closing =
        HaproxyConfiguration.text(
            Experiments.balancer(true),
            SERVERS,
            new HealthCheck(9990, "/health/ready"),
            10_000,
            false);
    assertThat(closing).contains("\n  timeout check 3s\n  option httpclose\n  # Drop a waiting");
    assertThat(text(Experiments.balancer(true)))
        .contains("\n  timeout check 3s\n  # Drop a waiting")
        .doesNotContain("httpclose");
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), closing);
    assertThat(run("haproxy", "-c", "-f", file.toString())).doesNotContain("WARNING", "ALERT");
  }

  @Test
  void itIsReadyWithAllServersOfEachPartitionWhoseHealthCallsShare(@TempDir Path directory)
      throws Exception {
    String text = PartitionedBalancerTest.text();

    assertThat(text)
        .contains(
            "  acl servers_missing nbsrv(servers-front) lt 1\n"
                + "  acl servers_missing nbsrv(servers-plant) lt 1\n"
                + "  monitor fail if servers_missing\n",
            " track servers-plant/small-base-2-app-plant-0\n");
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), text);
    assertThat(run("haproxy", "-c", "-f", file.toString())).doesNotContain("WARNING", "ALERT");
  }

  @Test
  void threadsAndConnectionsFollowTheBalancersOwnResources() {
    BalancerSpec large =
        balancer(
            "{policy: LeastConnections, maxRequestsPerServer: 200, queueTimeoutMillis: 500, cpu: 1500m, memory: 768Mi}");
    assertThat(text(large))
        .contains("nbthread 2\n", "  maxconn 16384\n", "balance leastconn\n", "maxconn 200 ");
  }

  /** HAProxy's own default chooses two at random, and uses the one with less load. */
  @Test
  void randomIsOneDraw() {
    BalancerSpec random = balancer("{policy: Random}");

    assertThat(text(random)).contains("balance random(1)\n");
  }

  @ParameterizedTest
  @EnumSource(value = BalancingPolicy.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void haproxyItselfTakesIt(BalancingPolicy policy, @TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
    String name =
        policy
            .getDeclaringClass()
            .getField(policy.name())
            .getAnnotation(JsonProperty.class)
            .value();
    BalancerSpec balancer =
        balancer(
            "{policy: %s, sticky: %s, weights: [2, 1]}"
                .formatted(name, policy != BalancingPolicy.LEAST_CONNECTIONS));
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), text(balancer));
    assertThat(run("haproxy", "-c", "-f", file.toString())).doesNotContain("WARNING", "ALERT");
  }

  private static BalancerSpec balancer(String spec) {
    return Experiments.with(Experiments.small("default"), "system: {balancer: %s}".formatted(spec))
        .getSpec()
        .system()
        .balancer();
  }

  private static String text(BalancerSpec balancer) {
    return text(balancer, new HealthCheck(9990, "/health/ready"));
  }

  private static String text(BalancerSpec balancer, HealthCheck health) {
    return HaproxyConfiguration.text(balancer, SERVERS, health, 10_000, true);
  }

  /** Output of the command, which must succeed. */
  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
