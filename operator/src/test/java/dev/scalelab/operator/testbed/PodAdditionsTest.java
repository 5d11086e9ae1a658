package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PodAdditionsTest {
  private static final PodSpec REQUESTED =
      new PodSpecBuilder()
          .addNewContainer()
          .withName("server")
          .withImage("app:1")
          .withArgs("run")
          .addNewEnv()
          .withName("HEAP")
          .withValue("512m")
          .endEnv()
          .addNewEnv()
          .withName("POD_NAME")
          .withNewValueFrom()
          .withNewFieldRef(null, "metadata.name")
          .endValueFrom()
          .endEnv()
          .withNewResources()
          .addToLimits("cpu", new Quantity("1"))
          .addToLimits("memory", new Quantity("1Gi"))
          .endResources()
          .endContainer()
          .addNewVolume()
          .withName("tmp")
          .endVolume()
          .build();

  @Test
  void aPodAsRequestedHasNone() {
    assertThat(added(spec -> spec)).isEmpty();
    assertThat(added(spec -> spec.addNewVolume().withName("kube-api-access-x1").endVolume()))
        .as("added by Kubernetes itself")
        .isEmpty();
    assertThat(
            added(
                spec ->
                    spec.editFirstContainer()
                        .editResources()
                        .addToLimits("cpu", new Quantity("1000m"))
                        .addToLimits("memory", new Quantity("1024Mi"))
                        .endResources()
                        .endContainer()))
        .as("the same quantities, written differently")
        .isEmpty();
  }

  @Test
  void theCpuOfServersIsChangedByScaleLabItself() {
    UnaryOperator<PodSpecBuilder> resized =
        spec ->
            spec.editFirstContainer()
                .editResources()
                .addToLimits("cpu", new Quantity("300m"))
                .endResources()
                .endContainer();

    assertThat(added(resized)).containsExactly("limits of server: cpu 300m");
    assertThat(PodAdditions.of(pod(resized), REQUESTED, true)).isEmpty();
  }

  @Test
  void changedVariablesImagesAndCommandsAreNamed() {
    assertThat(
            added(
                spec ->
                    spec.editFirstContainer()
                        .withImage("mirror/app:1")
                        .withArgs("wrapper", "run")
                        .withEnv()
                        .addNewEnv()
                        .withName("HEAP")
                        .withValue("secret")
                        .endEnv()
                        .addNewEnvFrom()
                        .withNewSecretRef("agent", false)
                        .endEnvFrom()
                        .endContainer()))
        .containsExactly(
            "variable HEAP of server",
            "no variable POD_NAME of server",
            "variables from a ConfigMap or Secret of server",
            "command of server",
            "image of server: mirror/app:1");
  }

  @Test
  void whatTheApiServerDefaultsAndControllersAddIsNone() {
    assertThat(
            added(
                spec ->
                    spec.withSchedulerName("default-scheduler")
                        .withPriority(0)
                        .withRestartPolicy("Always")
                        .addNewToleration()
                        .withKey("node.kubernetes.io/not-ready")
                        .withTolerationSeconds(300L)
                        .endToleration()
                        .editFirstContainer()
                        .editLastEnv()
                        .editValueFrom()
                        .withNewFieldRef("v1", "metadata.name")
                        .endValueFrom()
                        .endEnv()
                        .addNewEnv()
                        .withName("JOB_COMPLETION_INDEX")
                        .withNewValueFrom()
                        .withNewFieldRef("v1", "metadata.labels['index']")
                        .endValueFrom()
                        .endEnv()
                        .endContainer()))
        .isEmpty();
  }

  @Test
  void variablesThatAreMissingOrFromElsewhereAreNamed() {
    assertThat(
            added(
                spec ->
                    spec.editFirstContainer()
                        .removeMatchingFromEnv(variable -> variable.getName().equals("HEAP"))
                        .editLastEnv()
                        .editValueFrom()
                        .withNewFieldRef("v1", "spec.nodeName")
                        .endValueFrom()
                        .endEnv()
                        .endContainer()))
        .containsExactly("variable POD_NAME of server", "no variable HEAP of server");
  }

  @Test
  void ephemeralContainersAndRuntimeClassesAreNamed() {
    assertThat(
            added(
                spec ->
                    spec.withRuntimeClassName("gvisor")
                        .addNewEphemeralContainer()
                        .withName("debugger")
                        .endEphemeralContainer()))
        .containsExactly("ephemeral container debugger", "runtime class gvisor");
  }

  @Test
  void textsAndTheirNumberAreBounded() {
    List<String> added =
        added(
            spec -> {
              for (int volume = 0; volume < 20; volume++) {
                spec.addNewVolume().withName("v".repeat(200) + volume).endVolume();
              }
              return spec;
            });

    assertThat(added).hasSize(12).allSatisfy(text -> assertThat(text).hasSize(160));
  }

  private static List<String> added(UnaryOperator<PodSpecBuilder> change) {
    return PodAdditions.of(pod(change), REQUESTED, false);
  }

  private static Pod pod(UnaryOperator<PodSpecBuilder> change) {
    return new PodBuilder().withSpec(change.apply(new PodSpecBuilder(REQUESTED)).build()).build();
  }
}
