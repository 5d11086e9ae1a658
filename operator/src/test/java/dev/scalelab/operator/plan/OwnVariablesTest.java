package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An own application with 384 MiB of heap and 300m of CPU. */
class OwnVariablesTest {
  private final ScalabilityExperiment own = Experiments.custom("default");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx124m",
        "-Xms512m",
        "-Xmx384m -mx124m",
        "-Xmx$HEAP",
        "-Dx=y -XX:MaxRAMPercentage=80.0",
        "-XX:InitialRAMFraction=2",
        "-XX:MaxHeapSize=1g",
        "\"-Xmx1g\"",
        "-Xmx\"1g\"",
        "-XX:+AggressiveHeap",
        "-XX:Flags=/tmp/options",
        "-XX:VMOptionsFile=/tmp/options",
        "-XX:ActiveProcessorCount=2"
      })
  void mustNotHaveAnotherHeapOrOtherProcessorsByAnyVariable(String options) {
    set(options);

    assertThat(Planner.plan("small", own.getSpec()).violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.system.application.env");
              assertThat(violation.message()).startsWith("SHOP_OPTIONS must not set another ");
            });
    assertThat(Planner.plan("small", own.getSpec()).configurations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-Xmx384m -Xms384m",
        "-XX:ActiveProcessorCount=1 -Xlog:gc",
        "-Xmn64m -Xss512k -XX:MaxMetaspaceSize=64m",
        "-Dshop.text=-Xmx9g",
        "the maximum is -5",
        "-msg hello -mxfile x -XmsLog",
        "-XX:+UseSerialGC -XX:+UseAdaptiveSizePolicyWithSystemGC"
      })
  void mayGiveOptionsThatAgreeAndOthers(String options) {
    set(options);

    assertThat(Planner.plan("small", own.getSpec()).violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"@/opt/options", "-Dx=y @options", "'@/opt/options'"})
  void mustNotNameAFileWithOptions(String options) {
    set(options);
    assertThat(messages())
        .singleElement()
        .asString()
        .startsWith("SHOP_OPTIONS must not name a file with further options (@");

    Experiments.with(
        own, "system: {application: {env: [{name: TEAM, value: \"%s\"}]}}".formatted(options));
    assertThat(messages()).as("in other variables, @ means something else").isEmpty();
  }

  @Test
  void mustNotNameAnotherCollectorThanJvmOptions() {
    Experiments.with(own, "system: {application: {jvmOptions: ['-XX:+UseZGC']}}");

    set("-XX:+UseSerialGC");
    assertThat(messages())
        .containsExactly(
            "SHOP_OPTIONS must not name another garbage collector than jvmOptions by"
                + " -XX:+UseSerialGC");
    set("-XX:+UseZGC");
    assertThat(messages()).isEmpty();
  }

  @Test
  void ofAVariantIsNamedWithIt() {
    set("-Xmx384m");
    Experiments.with(own, "variants: [{name: large, system: {application: {heap: 512Mi}}}]");

    Plan plan = Planner.plan("small", own.getSpec());

    assertThat(plan.violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field())
                  .isEqualTo("spec.variants[large].system.application.env");
              assertThat(violation.message()).contains("only -Xmx512m and -Xms512m are allowed");
            });
    assertThat(plan.configurations()).extracting(Configuration::variant).containsOnly("base");
  }

  private List<String> messages() {
    return Planner.plan("small", own.getSpec()).violations().stream()
        .map(Violation::message)
        .toList();
  }

  private void set(String options) {
    Experiments.with(
        own,
        "system: {application: {env: [{name: SHOP_OPTIONS, value: '%s'}]}}"
            .formatted(options.replace("'", "''")));
  }
}
