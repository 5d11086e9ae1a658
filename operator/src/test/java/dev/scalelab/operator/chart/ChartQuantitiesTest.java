package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart accepts exactly the quantities that a real API server accepts. */
class ChartQuantitiesTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "1",
        "0.5",
        "1e9",
        "1E9",
        "12e6",
        "1000000000",
        "\"0.5\"",
        "\"5.\"",
        "\".5\"",
        "\"+1\"",
        "\"5n\"",
        "\"5u\"",
        "\"100m\"",
        "\"1k\"",
        "\"1M\"",
        "\"1G\"",
        "\"1T\"",
        "\"1P\"",
        "\"1E\"",
        "\"1Ki\"",
        "\"1.5Mi\"",
        "\"1Gi\"",
        "\"1Ti\"",
        "\"1Pi\"",
        "\"1Ei\"",
        "\"1e9\"",
        "\"1E9\"",
        "\"1e+3\"",
        "\"1e-3\"",
      })
  void taken(String quantity) {
    apply(quantity);
    Chart.render("lab", limit(quantity));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "true",
        "[]",
        "{}",
        "\"\"",
        "\"-1\"",
        "\"lots\"",
        "\"1 Gi\"",
        "\"1,5\"",
        "\"500000K\"",
        "\"1kk\"",
        "\"1ki\"",
        "\"1mi\"",
        "\"1g\"",
        "\"1e\"",
        "\"1e1.5\"",
        "\"1eMi\"",
      })
  void refused(String quantity) {
    assertThatThrownBy(() -> apply(quantity)).isInstanceOf(KubernetesClientException.class);
    assertThat(Chart.refusal(limit(quantity))).contains("/operator/resources/limits/memory");
  }

  /** The API server reads these as 0, which is never intended. */
  @ParameterizedTest
  @ValueSource(strings = {"\".\"", "\"Gi\""})
  void aSuffixWithoutANumberIsRefused(String quantity) {
    assertThat(Chart.refusal(limit(quantity))).contains("/operator/resources/limits/memory");
  }

  /** Helm does not change a number in any field that accepts one. */
  @Test
  void aNumberIsWrittenAsTheSameQuantity() {
    String settings =
        "operator.resources.limits.memory=8589934592,operator.resources.limits.cpu=0.5,"
            + "prometheus.persistence.enabled=true,prometheus.persistence.size=8589934592";
    Chart chart = Chart.render("lab", "--set-json", settings);
    var limits =
        chart.pods().stream()
            .filter(pod -> pod.getMetadata().getName().equals("scalelab-operator"))
            .findFirst()
            .orElseThrow()
            .getSpec()
            .getContainers()
            .get(0)
            .getResources()
            .getLimits();
    assertThat(limits.get("memory").getNumericalAmount()).isEqualByComparingTo("8589934592");
    assertThat(limits.get("cpu").getNumericalAmount()).isEqualByComparingTo("0.5");
    Quantity size =
        chart
            .all(PersistentVolumeClaim.class)
            .get(0)
            .getSpec()
            .getResources()
            .getRequests()
            .get("storage");
    assertThat(size.getNumericalAmount()).isEqualByComparingTo("8589934592");
  }

  private static String[] limit(String quantity) {
    return new String[] {"--set-json", "operator.resources.limits.memory=" + quantity};
  }

  private static void apply(String quantity) {
    String quota =
        """
        {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "quota"},
         "spec": {"hard": {"limits.memory": %s}}}
        """
            .formatted(quantity);
    api.client().raw("/api/v1/namespaces/default/resourcequotas?dryRun=All", "POST", quota);
  }
}
