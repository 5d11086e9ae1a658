package dev.scalelab.operator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Dependencies have one direction: a stage imports the API, the platform and the stages to its
 * left.
 */
class ImportRuleTest {
  private static final String ROOT = "dev.scalelab.operator.";

  /** From left to right. */
  private static final List<String> STAGES =
      List.of(
          "api",
          "workload",
          "plan",
          "platform",
          "testbed",
          "loadrun",
          "measurement",
          "analysis",
          "search",
          "diagnosis",
          "report",
          "health",
          "reconcile");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.scalelab.operator");

  @TestFactory
  List<DynamicTest> aStageImportsNothingToItsRight() {
    return STAGES.stream()
        .limit(STAGES.size() - 1)
        .map(stage -> DynamicTest.dynamicTest(stage, () -> check(stage)))
        .toList();
  }

  private static void check(String stage) {
    String[] right =
        STAGES.stream()
            .skip(STAGES.indexOf(stage) + 1L)
            .map(later -> ROOT + later + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(ROOT + stage + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(right)
        .check(CLASSES);
  }

  @Test
  void pureStagesKnowNothingOfKubernetes() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + "workload..",
            ROOT + "plan..",
            ROOT + "analysis..",
            ROOT + "search..",
            ROOT + "diagnosis..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.fabric8..", "io.javaoperatorsdk..", "io.quarkus..")
        .check(CLASSES);
  }
}
