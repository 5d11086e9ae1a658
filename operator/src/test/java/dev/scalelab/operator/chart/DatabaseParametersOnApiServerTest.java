package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Settings of PostgreSQL that are refused when an experiment is applied, before anything exists.
 */
class DatabaseParametersOnApiServerTest extends TakenSpecs {
  private static final String FIXED_BY_CLOUDNATIVEPG = "pkg/postgres/configuration.go";

  /** The list is that of the CloudNativePG whose CRD other tests use. */
  @Test
  void noneOfCloudNativePgsOwnIsTaken() throws IOException {
    List<String> fixed = fixedByCloudNativePg();
    assertThat(fixed).hasSizeGreaterThan(60).contains("port", "ssl", "shared_preload_libraries");

    for (String name : fixed) {
      assertThatThrownBy(() -> taken("maxConnections: 200, parameters: {%s: x}", name))
          .as(name)
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("parameters must not have %s: CloudNativePG sets it itself", name);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxConnections: 52|{}",
        "maxConnections: 52|{superuser_reserved_connections: '3'}",
        "maxConnections: 69|{superuser_reserved_connections: '20'}",
        "maxConnections: 57|{reserved_connections: '5'}",
        "maxConnections: 74|{superuser_reserved_connections: '20', reserved_connections: '5'}",
      })
  void reservedConnectionsAreNotForThePools(String connections, String parameters) {
    taken("%s, parameters: %s", connections, parameters);

    int fewer = Integer.parseInt(connections.replaceAll("\\D", "")) - 1;
    assertThatThrownBy(() -> taken("maxConnections: %d, parameters: %s", fewer, parameters))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("maxConnections must be at least");
  }

  private static void taken(String database, Object... values) {
    taken(
        """
        apiVersion: scalelab.dev/v1alpha1
        kind: ScalabilityExperiment
        metadata: {name: parameters}
        spec:
          system: {databases: [{name: main, %s}]}
          sweep: {replicas: [2]}
          load: {open: {rates: [10]}}
        """
            .formatted(database.formatted(values)));
  }

  private static List<String> fixedByCloudNativePg() throws IOException {
    Path source =
        ApiServer.cloudNativePg().map(root -> root.resolve(FIXED_BY_CLOUDNATIVEPG)).orElse(null);
    Assumptions.assumeTrue(
        source != null, "CloudNativePG is not in the Go module cache: 'make test' puts it there");
    String map =
        Files.readString(source)
            .replaceAll(
                "(?s).*FixedConfigurationParameters = map\\[string]string\\{(.*?)\\n\\t}.*", "$1");
    return Pattern.compile("\"([a-z0-9_.]+)\":")
        .matcher(map)
        .results()
        .map((MatchResult name) -> name.group(1))
        .toList();
  }
}
