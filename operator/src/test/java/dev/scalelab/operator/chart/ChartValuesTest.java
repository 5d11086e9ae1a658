package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.chart.Parameters.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values are documented, and an invalid one is rejected with its name. */
class ChartValuesTest {
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          experimentNamespaces=null             ; missing property 'experimentNamespaces'     ; needed
          experimentNamespaces={}               ; /experimentNamespaces                       ; at least one
          experimentNamespaces={Lab}            ; /experimentNamespaces/0                     ; a namespace's name
          experimentNamespaces={lab,lab}        ; /experimentNamespaces                       ; each once
          operator.replicas=3                   ; /operator/replicas                          ; at most two
          operator.replicas=0                   ; /operator/replicas                          ; at least one
          operator.logLevel=LOUD                ; /operator/logLevel                          ; a level
          operator.replica=1                    ; 'replica' not allowed                       ; no unknown name
          operator.resources.limits.cpu=lots    ; /operator/resources/limits/cpu              ; a quantity
          images.pullPolicy=Sometimes           ; /images/pullPolicy                          ; a policy
          images.operator=                      ; /images/operator                            ; not empty
          experiments.shareNodes=sometimes      ; /experiments/shareNodes                     ; true or false
          experiments.nodesOnDemand=2           ; /experiments/nodesOnDemand                  ; true or false
          reports.enabled=perhaps               ; /reports/enabled                            ; true or false
          runAsUser=0                           ; /runAsUser                                  ; not root
          prometheus.url=ftp://prometheus       ; /prometheus/url                             ; http or https
          prometheus.url=http://u:pw@host       ; /prometheus/url                             ; no credentials
          prometheus.url=http://host/?token=a   ; /prometheus/url                             ; no query
          prometheus.ca.key=                    ; /prometheus/ca/key                          ; not empty
          prometheus.scrapeInterval=5           ; /prometheus/scrapeInterval                  ; a unit
          prometheus.retention.size=4Gi         ; /prometheus/retention/size                  ; Prometheus's units
          monitors.enabled=true                 ; /monitors/enabled                           ; Auto, Always, Never
          dashboards.grafanaOperator.enabled=1  ; /dashboards/grafanaOperator/enabled         ; Auto, Always, Never
          networkPolicy.dnsPorts={70000}        ; /networkPolicy/dnsPorts/0                   ; a port
          networkPolicy.apiServerPorts={}       ; /networkPolicy/apiServerPorts               ; at least one
          unknown=1                             ; 'unknown' not allowed                       ; no unknown name
          """)
  void aWrongValueIsRefusedWithItsName(String setting, String expected, String rule) {
    assertThat(Chart.refusal("--set", setting.strip())).contains(expected.strip());
  }

  @Test
  void everyValueIsDocumented() {
    List<Parameter> all = Parameters.all();
    assertThat(all)
        .filteredOn(parameter -> !parameter.value().isObject() || parameter.value().isEmpty())
        .allSatisfy(
            leaf ->
                assertThat(all)
                    .filteredOn(other -> (leaf.path() + ".").startsWith(other.path() + "."))
                    .as("comment above %s, or above its group", leaf.path())
                    .anySatisfy(other -> assertThat(other.comment()).isNotEmpty()));
  }

  @Test
  void theSchemaAndTheValuesNameTheSame() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(Chart.file("values.schema.json"));
    List<String> named = new ArrayList<>();
    collect(schema, schema, "", named);
    assertThat(named)
        .filteredOn(path -> !path.equals("/global"))
        .hasSizeGreaterThan(50)
        .allSatisfy(
            path -> assertThat(Parameters.defaults().at(path).isMissingNode()).as(path).isFalse());
  }

  private static void collect(JsonNode root, JsonNode node, String path, List<String> found) {
    JsonNode resolved = node.has("$ref") ? root.at(node.get("$ref").asText().substring(1)) : node;
    resolved
        .path("properties")
        .fields()
        .forEachRemaining(
            property -> {
              found.add(path + "/" + property.getKey());
              collect(root, property.getValue(), path + "/" + property.getKey(), found);
            });
  }
}
