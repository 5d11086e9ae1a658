package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.chart.Fences.End;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exactly the connections that an experiment needs are allowed. */
class NetworkPolicyTest {
  private static final String SYSTEM = "scalelab-system";
  private static final String LAB = "lab";

  private static Chart chart;
  private static Fences fences;

  @BeforeAll
  static void render() {
    chart = Chart.render(SYSTEM, "--set", "experimentNamespaces={lab,other-lab}");
    fences = new Fences(chart.all(NetworkPolicy.class));
  }

  @ParameterizedTest(name = "{0} to {1}:{2}: {3}")
  @CsvSource(
      textBlock =
          """
          load,          balancer,    8080, true
          load,          application, 8080, true
          load,          application, 9990, false
          load,          application, 8090, false
          load,          load,        9103, true
          load,          load,        9102, false
          balancer,      load,        9103, false
          elsewhere,     load,        9103, false
          load,          database,    5432, false
          load,          operator,    8080, false
          balancer,      application, 8080, true
          balancer,      application, 9990, true
          balancer,      application, 8090, true
          elsewhere,     application, 8090, false
          balancer,      wildfly,     8080, true
          balancer,      wildfly,     9990, true
          balancer,      database,    5432, false
          application,   application, 7600, true
          application,   application, 7700, true
          application,   database,    5432, true
          application,   balancer,    8080, true
          application,   balancer,    8405, false
          application,   elsewhere,   443,  false
          application,   supplier,    8080, true
          supplier,      balancer,    8080, true
          supplier,      balancer,    8405, false
          supplier,      application, 8080, true
          supplier,      application, 9990, false
          supplier,      database,    5432, false
          supplier,      elsewhere,   443,  false
          load,          supplier,    8080, false
          balancer,      supplier,    8080, false
          elsewhere,     supplier,    8080, false
          supplier,      dns,         53,   true
          dataset,       database,    5432, true
          dataset,       application, 8080, false
          application,   cache,       11222, true
          application,   cache,       7800, false
          dataset,       cache,       11222, true
          cache,         cache,       7800, true
          cache,         cache,       57800, true
          load,          cache,       11222, false
          elsewhere,     cache,       11222, false
          prometheus,    cache,       11222, true
          prometheus,    cache,       7800, false
          database,      database,    5432, true
          database,      elsewhere,   443,  true
          cloudnativepg, database,    8000, true
          cloudnativepg, database,    5432, true
          cloudnativepg, application, 8080, false
          prometheus,    application, 9990, true
          prometheus,    application, 8080, false
          prometheus,    wildfly,     9990, true
          prometheus,    wildfly,     8080, false
          prometheus,    balancer,    8405, true
          prometheus,    database,    9187, true
          prometheus,    database,    5432, false
          prometheus,    load,        9102, true
          prometheus,    operator,    8080, true
          prometheus,    elsewhere,   10250, true
          operator,      prometheus,  9090, true
          operator,      application, 9990, false
          operator,      application, 8080, false
          operator,      database,    5432, false
          operator,      elsewhere,   6443, true
          operator,      elsewhere,   8443, true
          operator,      elsewhere,   80,   false
          grafana,       prometheus,  9090, true
          grafana,       operator,    8080, false
          grafana,       elsewhere,   443,  false
          test,          operator,    8080, true
          test,          prometheus,  9090, true
          elsewhere,     prometheus,  9090, false
          elsewhere,     operator,    8080, false
          elsewhere,     application, 8080, false
          elsewhere,     balancer,    8080, false
          elsewhere,     database,    5432, false
          elsewhere,     load,        9102, false
          elsewhere,     grafana,     3000, true
          other-lab,     application, 7600, false
          other-lab,     database,    5432, false
          application,   dns,         53,   true
          balancer,      dns,         53,   true
          load,          dns,         53,   true
          dataset,       dns,         53,   true
          operator,      dns,         53,   true
          grafana,       dns,         53,   true
          """)
  void lets(String from, String to, int port, boolean through) {
    assertThat(fences.allow(end(from), end(to), port)).isEqualTo(through);
  }

  @Test
  void whatTheUserAddsIsLetThroughToo() {
    Fences wider =
        new Fences(
            Chart.render(
                    SYSTEM,
                    "--set",
                    "experimentNamespaces={lab}",
                    "--set-json",
                    "networkPolicy.extraApplicationEgress=[{\"ports\":[{\"port\":443}]}]",
                    "--set-json",
                    "networkPolicy.extraIngressFrom=[{\"namespaceSelector\":{\"matchLabels\":"
                        + "{\"kubernetes.io/metadata.name\":\"elsewhere\"}}}]")
                .all(NetworkPolicy.class));
    assertThat(wider.allow(end("application"), end("elsewhere"), 443)).isTrue();
    assertThat(wider.allow(end("elsewhere"), end("application"), 9990)).isTrue();
    assertThat(wider.allow(end("elsewhere"), end("prometheus"), 9090)).isTrue();
    assertThat(wider.allow(end("elsewhere"), end("operator"), 8080)).isTrue();
    assertThat(wider.allow(end("elsewhere"), end("application"), 8080)).isFalse();
  }

  @Test
  void anotherPrometheusIsReachedAtItsServicesPortAndItsPods() {
    Fences other =
        new Fences(
            Chart.render(
                    SYSTEM,
                    "--set",
                    "prometheus.enabled=false,prometheus.url=http://prometheus.monitoring,"
                        + "networkPolicy.prometheusPorts={9090}")
                .all(NetworkPolicy.class));
    assertThat(other.allow(end("operator"), end("elsewhere"), 80)).isTrue();
    assertThat(other.allow(end("operator"), end("elsewhere"), 9090)).isTrue();
    assertThat(other.allow(end("operator"), end("elsewhere"), 9091)).isFalse();
  }

  private static End end(String name) {
    return switch (name) {
      case "application" -> tier(Tier.APPLICATION, Map.of("http", 8080, "metrics", 9990));
      case "wildfly" -> tier(Tier.APPLICATION, Map.of("http", 8080, "admin", 9990));
      case "balancer" -> tier(Tier.BALANCER, Map.of("http", 8080, "metrics", 8405));
      case "database" -> tier(Tier.DATABASE, Map.of("metrics", 9187));
      case "load" -> tier(Tier.LOAD, Map.of("metrics", 9102));
      case "supplier" -> tier(Tier.SUPPLIER, Map.of("http", 8080));
      case "cache" -> tier(Tier.CACHE, Map.of("infinispan", 11222));
      case "dataset" -> tier(Tier.DATASET, Map.of());
      case "operator", "prometheus", "grafana", "test" -> own(name);
      case "cloudnativepg" -> new End("cnpg-system", Map.of(), Map.of());
      case "dns" -> new End("kube-system", Map.of("k8s-app", "kube-dns"), Map.of());
      case "other-lab" ->
          new End(name, Labels.ofTrial("small", "small-base-1", Tier.APPLICATION), Map.of());
      default -> new End(name, Map.of("app", "stranger"), Map.of());
    };
  }

  private static End tier(Tier tier, Map<String, Integer> ports) {
    return new End(LAB, Labels.ofTrial("small", "small-base-1", tier), ports);
  }

  /** One of the chart's pods as rendered, with its labels and ports. */
  private static End own(String component) {
    Pod pod =
        chart.pods().stream()
            .filter(
                candidate ->
                    component.equals(
                        candidate.getMetadata().getLabels().get("app.kubernetes.io/component")))
            .findFirst()
            .orElseThrow();
    return new End(
        SYSTEM,
        pod.getMetadata().getLabels(),
        pod.getSpec().getContainers().get(0).getPorts().stream()
            .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort)));
  }
}
