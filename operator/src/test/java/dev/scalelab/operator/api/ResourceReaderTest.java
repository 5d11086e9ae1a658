package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources as stored by another version of CRD or operator: none throws an exception. */
class ResourceReaderTest {
  private static final String SHORTEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: any, namespace: default}
      spec: {workload: {type: %s}, sweep: {replicas: [1]}, load: {closed: {users: [16]}}}
      """;

  private final KubernetesSerialization kubernetes = new KubernetesSerialization();

  @ParameterizedTest
  @ValueSource(strings = {"Cart", "Bookstore", "Cells", "Portal", "ECperf"})
  void aWorkloadByNameAloneHasTheDefaultsOfItsSettings(String name) {
    WorkloadSpec workload = read(SHORTEST.formatted(name)).getSpec().workload();

    assertThat(workload.cart() != null).isEqualTo(name.equals("Cart"));
    assertThat(workload.bookstore() != null).isEqualTo(name.equals("Bookstore"));
    assertThat(workload.cells() != null).isEqualTo(name.equals("Cells"));
    assertThat(workload.portal() != null).isEqualTo(name.equals("Portal"));
    assertThat(workload.ecperf() != null).isEqualTo(name.equals("ECperf"));
    assertThat(workload.scale()).as("follows from the load").isNull();
  }

  /** The CRD is older than the operator: fields that it does not have got no defaults. */
  @Test
  void fieldsThatAnOlderCrdDidNotDefaultHaveTheirDefaults() {
    ScalabilityExperimentSpec spec = read(SHORTEST.formatted("Cart")).getSpec();

    assertThat(spec.timeouts().jobSeconds()).isEqualTo(300);
    assertThat(spec.system().application().heap().toString()).isEqualTo("512Mi");
    assertThat(spec.workload().cart().stateBytes()).isEqualTo(10240);
  }

  /** The API server gives them none: the fields' descriptions name these. */
  @Test
  void itemsOfListsHaveTheirDefaultsWhenTheyAreRead() {
    DatabaseSpec database =
        read(SHORTEST
                .formatted("OrderEntry")
                .replace("sweep:", "system: {databases: [{name: main}]}, sweep:"))
            .getSpec()
            .system()
            .databases()
            .get(0);
    CellsSpec.Client client =
        read(SHORTEST.formatted("Cells, cells: {clients: [{weight: 1}]}"))
            .getSpec()
            .workload()
            .cells()
            .clients()
            .get(0);

    assertThat(Serialization.asJson(database))
        .isEqualTo(
            "{\"name\":\"main\",\"instances\":1,\"reads\":\"Primary\",\"cpu\":\"1\",\"memory\":\"512Mi\","
                + "\"storage\":{\"size\":\"1Gi\"}}");
    assertThat(client).isEqualTo(new CellsSpec.Client(1, 0, true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload: {type: weather}|spec.workload.type: this version of the operator does not know weather",
        "load: {closed: {users: [many]}}|spec.load.closed.users[]: this version of the operator does not know many",
        "sweep: {replicas: 3}|spec.sweep.replicas: ",
        "sweep: {}|spec.sweep.replicas must be given",
        "testbedPolicy: Later|spec.testbedPolicy: this version of the operator does not know Later",
      })
  void whatIsNotUnderstoodIsNamedWithItsField(String change, String reason) throws Exception {
    ObjectNode experiment =
        (ObjectNode) new YAMLMapper().readTree(SHORTEST.formatted("OrderEntry"));
    JsonNode changed = new YAMLMapper().readTree(change);
    ((ObjectNode) experiment.path("spec")).setAll((ObjectNode) changed);

    ScalabilityExperiment read = read(experiment.toString());

    assertThat(read.getSpec()).isNull();
    assertThat(read.unreadableSpec()).get().asString().startsWith(reason);
    assertThat(read.getMetadata().getName()).isEqualTo("any");
    assertThat(kubernetes.clone(read).unreadableSpec())
        .as("the SDK hands copies to the reconciler")
        .isEqualTo(read.unreadableSpec());
  }

  @Test
  void aStatusOfAnotherVersionIsNamedWithItsField() {
    ScalabilityExperiment read =
        read(SHORTEST.formatted("Cart") + "status: {phase: Dreaming, message: kept}");

    assertThat(read.getStatus()).isNull();
    assertThat(read.unreadableStatus())
        .hasValue("status.phase: this version of the operator does not know Dreaming");
    assertThat(read.getSpec()).isNotNull();
  }

  @Test
  void unknownFieldsAreLeftOut() {
    ScalabilityExperiment read =
        read(SHORTEST.formatted("Cart").replace("spec: {", "spec: {weather: {wind: 3}, "));

    assertThat(read.unreadableSpec()).isEmpty();
    assertThat(read.getSpec().workload().type()).isEqualTo(WorkloadType.CART);
  }

  @Test
  void theReasonOfAnEarlierCopyIsNotKept() {
    ScalabilityExperiment read =
        read(
            SHORTEST
                .formatted("Cart")
                .replace(
                    "namespace: default",
                    "namespace: default, annotations: {scalelab.dev/unreadable-spec: old}"));

    assertThat(read.unreadableSpec()).isEmpty();
  }

  @Test
  void aTrialOfAnotherVersionIsNamedWithItsField() {
    assertThat(trial("phase: Running, runs: [{number: 1, phase: Odd}]").unreadable())
        .hasValue("status.runs[].phase: this version of the operator does not know Odd");
  }

  @Test
  void reasonsAreReadByTheirText() {
    assertThat(trial("reason: ServersNotReady").getStatus().reason())
        .isEqualTo(Reason.SERVERS_NOT_READY);
    assertThat(trial("reason: Odd").unreadable())
        .hasValue("status.reason: this version of the operator does not know Odd");
  }

  @Test
  void differencesOfTwoSchemasAreNamed() throws Exception {
    Path file = Path.of("../crds/scalabilityexperiments.scalelab.dev-v1.yml");
    JsonNode crd = new YAMLMapper().readTree(Files.readString(file));
    CrdSchema own = CrdSchema.of(crd.deepCopy());
    JsonNode spec = crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties");
    ((ObjectNode) spec).remove("testbedPolicy");
    ((ObjectNode) spec.at("/workload/properties")).remove("cart");
    ((ObjectNode) spec).putObject("weather");
    CrdSchema served = CrdSchema.of(crd);

    assertThat(own.notIn(own)).isEmpty();
    assertThat(own.notIn(served)).containsExactly("spec.testbedPolicy", "spec.workload.cart");
    assertThat(served.notIn(own)).containsExactly("spec.weather");
  }

  private ScalabilityTrial trial(String status) {
    return kubernetes.unmarshal(
        """
        apiVersion: scalelab.dev/v1alpha1
        kind: ScalabilityTrial
        metadata: {name: any-base-1}
        spec: {experiment: any, variant: base, replicas: 1, order: 1, repetitions: 1, inputsHash: x}
        status: {%s}
        """
            .formatted(status),
        ScalabilityTrial.class);
  }

  private ScalabilityExperiment read(String manifest) {
    return kubernetes.unmarshal(manifest, ScalabilityExperiment.class);
  }
}
