package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.health.ServedCrds;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.NamespaceableResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The CRD in the cluster has another version: it allows a workload and a testbedPolicy that this
 * operator does not know, no longer requires a load, and has one field fewer.
 */
class UnreadableOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg().ofItsOwn();

  private static final String NEWER =
      "workload: {type: weather}, sweep: {replicas: [1]}, load: {closed: {users: [10]}}";

  private static SharedIndexInformer<ScalabilityExperiment> informer;
  private static final Map<String, ScalabilityExperiment> SEEN = new ConcurrentHashMap<>();

  private PlayedEndpoints endpoints;
  private Operator operator;

  @BeforeAll
  static void serveAnotherCrd() throws IOException {
    Path file = Path.of("../crds/scalabilityexperiments.scalelab.dev-v1.yml");
    JsonNode crd = new YAMLMapper().readTree(Files.readString(file));
    ObjectNode spec =
        (ObjectNode) crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
    spec.remove("x-kubernetes-validations");
    spec.putArray("required").add("sweep");
    ((ObjectNode) spec.path("properties")).remove("timeouts");
    ((ObjectNode) spec.at("/properties/load")).remove("x-kubernetes-validations");
    ((ArrayNode) spec.at("/properties/testbedPolicy/enum")).add("Later");
    ObjectNode workload = (ObjectNode) spec.at("/properties/workload");
    workload.remove("x-kubernetes-validations");
    ((ArrayNode) workload.at("/properties/type/enum")).add("weather");
    api.client().resource(crd.toString()).serverSideApply();
    Awaitility.await("the other version")
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .until(() -> manifest("probe", NEWER).dryRun().serverSideApply() != null);
    informer =
        api.client()
            .resources(ScalabilityExperiment.class)
            .inNamespace(api.namespace())
            .inform(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(ScalabilityExperiment e) {
                    SEEN.put(e.getMetadata().getName(), e);
                  }

                  @Override
                  public void onUpdate(ScalabilityExperiment old, ScalabilityExperiment e) {
                    SEEN.put(e.getMetadata().getName(), e);
                  }

                  @Override
                  public void onDelete(ScalabilityExperiment e, boolean unknown) {
                    SEEN.remove(e.getMetadata().getName());
                  }
                });
  }

  @AfterAll
  static void stopWatching() {
    informer.stop();
  }

  @BeforeEach
  void start() {
    endpoints = new PlayedEndpoints();
    operator = new Operator(api.client(), endpoints.prometheus());
  }

  @AfterEach
  void stop() {
    endpoints.close();
  }

  @Test
  void aWorkloadOfANewerVersionCostsItsExperimentAlone() {
    apply("newer", NEWER);

    operator.pass(experiment("newer"));

    assertUnreadable(
        "newer", "spec.workload.type: this version of the operator does not know weather");
  }

  @Test
  void aRequiredFieldThatTheServedCrdDoesNotRequireIsNamed() {
    apply("without-load", "sweep: {replicas: [1]}");

    operator.pass(experiment("without-load"));

    assertUnreadable("without-load", "spec.load must be given");
  }

  /** An older CRD has no rule that requires rates or users. */
  @Test
  void aSpecThatCannotBePlannedIsSaidToBeUnreadable() {
    apply("without-levels", "sweep: {replicas: [1]}, load: {step: {seconds: 60}}");

    operator.pass(experiment("without-levels"));

    assertThat(experiment("without-levels").getStatus().conditions())
        .filteredOn(condition -> condition.getType().equals("Accepted"))
        .singleElement()
        .satisfies(
            accepted -> {
              assertThat(accepted.getReason()).isEqualTo(Reason.UNREADABLE.text());
              assertThat(accepted.getMessage()).startsWith("spec: ");
            });
  }

  @Test
  void fieldsMissingInTheServedCrdHaveTheOperatorsDefaults() {
    apply("older", "workload: {type: Cart}, sweep: {replicas: [1]}, load: {closed: {users: [10]}}");

    assertThat(experiment("older").getSpec().timeouts().jobSeconds()).isEqualTo(300);
  }

  @Test
  void theInformerGoesOnAfterAnExperimentThatCannotBeRead() {
    apply("first", "testbedPolicy: Later, sweep: {replicas: [1]}, load: {closed: {users: [10]}}");
    apply("second", "sweep: {replicas: [1]}, load: {closed: {users: [10]}}");

    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> SEEN.containsKey("first") && SEEN.containsKey("second"));
    assertThat(SEEN.get("first").unreadableSpec())
        .hasValue("spec.testbedPolicy: this version of the operator does not know Later");
    assertThat(SEEN.get("second").unreadableSpec()).isEmpty();
    assertThat(informer.isRunning()).isTrue();
  }

  @Test
  void itIsTakenUpWhenAnOperatorCanReadIt() {
    apply("mended", "testbedPolicy: Later, sweep: {replicas: [1]}, load: {open: {rates: [10]}}");
    operator.pass(experiment("mended"));
    assertThat(experiment("mended").getStatus().ended()).isFalse();

    apply("mended", "sweep: {replicas: [1]}, load: {open: {rates: [10]}}");
    operator.pass(experiment("mended"));

    assertThat(experiment("mended").getStatus().conditions())
        .noneMatch(condition -> Reason.UNREADABLE.text().equals(condition.getReason()));
  }

  @Test
  void theServedCrdsDifferencesAreNamed() {
    List<ServedCrds.Difference> differences = new ServedCrds(api.client()).differences();

    assertThat(differences)
        .extracting(ServedCrds.Difference::reason)
        .containsExactly(Reason.CRD_OLDER, Reason.CRD_NEWER);
    assertThat(differences.get(0).message())
        .startsWith("CRD scalabilityexperiments.scalelab.dev is older")
        .contains("spec.timeouts");
    assertThat(differences.get(1).message())
        .contains("spec.testbedPolicy=Later, spec.workload.type=weather");
  }

  private void assertUnreadable(String name, String message) {
    ScalabilityExperiment seen = experiment(name);
    assertThat(seen.getStatus().phase()).isEqualTo(Phase.REJECTED);
    assertThat(seen.getStatus().message()).isEqualTo(message);
    assertThat(seen.getStatus().conditions())
        .extracting(Condition::getType, Condition::getStatus, Condition::getReason)
        .contains(org.assertj.core.groups.Tuple.tuple("Accepted", "False", "Unreadable"));
    assertThat(api.client().v1().events().inNamespace(api.namespace()).list().getItems())
        .filteredOn(event -> event.getInvolvedObject().getName().equals(name))
        .extracting(Event::getReason, Event::getMessage)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("Unreadable", message));
  }

  private static void apply(String name, String spec) {
    manifest(name, spec).forceConflicts().serverSideApply();
  }

  private static NamespaceableResource<HasMetadata> manifest(String name, String spec) {
    return api.client()
        .resource(
            """
            apiVersion: scalelab.dev/v1alpha1
            kind: ScalabilityExperiment
            metadata: {name: %s, namespace: %s}
            spec: {%s}
            """
                .formatted(name, api.namespace(), spec));
  }

  private static ScalabilityExperiment experiment(String name) {
    return api.experiment(name);
  }
}
