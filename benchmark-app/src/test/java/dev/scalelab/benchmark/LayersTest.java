package dev.scalelab.benchmark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateless;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each workload is an application of four layers, and does not use the other workloads. */
class LayersTest {
  private static final String ROOT = "dev.scalelab.benchmark.";

  private static final List<String> WORKLOADS =
      List.of("ecperf", "bookstore", "cart", "cells", "portal");

  /** From the innermost layer to the outermost. */
  private static final List<String> LAYERS =
      List.of("domain", "application", "infrastructure", "interfaces");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.scalelab.benchmark");

  @TestFactory
  Stream<DynamicTest> aLayerImportsNothingOfThoseAboveIt() {
    return LAYERS.stream()
        .limit(LAYERS.size() - 1)
        .map(layer -> DynamicTest.dynamicTest(layer, () -> checkLayer(layer)));
  }

  private static void checkLayer(String layer) {
    String[] above =
        LAYERS.stream()
            .skip(LAYERS.indexOf(layer) + 1L)
            .flatMap(LayersTest::ofEachWorkload)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAnyPackage(ofEachWorkload(layer).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(above)
        .check(CLASSES);
  }

  @TestFactory
  Stream<DynamicTest> aWorkloadImportsNothingOfTheOthers() {
    return WORKLOADS.stream()
        .map(workload -> DynamicTest.dynamicTest(workload, () -> checkWorkload(workload)));
  }

  private static void checkWorkload(String workload) {
    noClasses()
        .that()
        .resideInAPackage(ROOT + workload + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            WORKLOADS.stream()
                .filter(other -> !other.equals(workload))
                .map(other -> ROOT + other + "..")
                .toArray(String[]::new))
        .check(CLASSES);
  }

  @Test
  void everyClassOfAWorkloadIsInALayer() {
    noClasses()
        .that()
        .resideInAnyPackage(WORKLOADS.stream().map(w -> ROOT + w + "..").toArray(String[]::new))
        .and()
        .doNotHaveSimpleName("package-info")
        .should()
        .resideOutsideOfPackages(
            LAYERS.stream().flatMap(LayersTest::ofEachWorkload).toArray(String[]::new))
        .check(CLASSES);
  }

  @Test
  void domainAndApplicationKnowNothingOfHttpQueuesAndCaches() {
    noClasses()
        .that()
        .resideInAnyPackage(domainAndApplication())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + "web..",
            "jakarta.ws.rs..",
            "jakarta.servlet..",
            "jakarta.jms..",
            "jakarta.json..",
            "org.infinispan..",
            "org.jgroups..")
        .check(CLASSES);
  }

  /** Dataset, emulator and start are separate programs: they start with the environment. */
  @Test
  void theEnvironmentIsReadWhereSettingsAre() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            Stream.concat(
                    ofEachWorkload("infrastructure"),
                    Stream.of(
                        ROOT + "settings", ROOT + "dataset", ROOT + "emulator", ROOT + "start"))
                .toArray(String[]::new))
        .should()
        .accessTargetWhere(JavaAccess.Predicates.target(HasName.Predicates.name("getenv")))
        .check(CLASSES);
  }

  /**
   * All state of the workloads' beans that outlives a request is in the database, in sessions and
   * in the queue: if any server dies, another can continue. Exceptions, which are kept in a
   * server's memory, are listed here with the reason.
   */
  @Test
  void noBeanOfAServerKeepsStateOfItsOwn() {
    Map<String, String> deliberate =
        Map.of(
            "HeapLeak.kept", "a leak is what it is for",
            "SessionLocks.locks", "locks, which are not held between requests",
            "LimitedBeanThreads.busyNanos",
                "the time of this server's own threads, for its metrics",
            "LimitedBeanThreads.waitedNanos", "waits for them, for its metrics",
            "TableConfigurations.configurations", "read at the start, and never changed",
            "StoreManagers.managers", "found when first used, and never changed",
            "InfinispanAccountCache.cache", "the server's own cache, which may forget any of it",
            "OrderTimes.executed", "a count of this server's own orders, for its metrics",
            "OrderTimes.millis", "the time of this server's own orders, for its metrics");

    assertThat(fieldsThatCanHoldState())
        .as("collections, arrays and counters of beans that outlive a request")
        .containsExactlyInAnyOrderElementsOf(deliberate.keySet());
  }

  /** Of beans that outlive a request and are not bound to a client. */
  private static Set<String> fieldsThatCanHoldState() {
    DescribedPredicate<JavaClass> holder =
        assignableTo(Map.class)
            .or(assignableTo(Collection.class))
            .or(resideInAPackage("java.util.concurrent.atomic"))
            .or(DescribedPredicate.describe("arrays", JavaClass::isArray));
    return CLASSES.stream()
        .filter(
            resideInAnyPackage(WORKLOADS.stream().map(w -> ROOT + w + "..").toArray(String[]::new)))
        .filter(LayersTest::outlivesRequests)
        .flatMap(bean -> bean.getAllFields().stream())
        .filter(field -> holder.test(field.getRawType()))
        .map(field -> field.getOwner().getSimpleName() + "." + field.getName())
        .collect(Collectors.toSet());
  }

  private static boolean outlivesRequests(JavaClass bean) {
    return Stream.of(
            ApplicationScoped.class,
            Stateless.class,
            MessageDriven.class,
            jakarta.ejb.Singleton.class,
            jakarta.inject.Singleton.class)
        .anyMatch(bean::isAnnotatedWith);
  }

  private static String[] domainAndApplication() {
    return Stream.of("domain", "application")
        .flatMap(LayersTest::ofEachWorkload)
        .toArray(String[]::new);
  }

  /** The layer of each workload, and of each domain of ecperf. */
  private static Stream<String> ofEachWorkload(String layer) {
    return Stream.concat(
        WORKLOADS.stream().map(workload -> ROOT + workload + "." + layer + ".."),
        Stream.of(ROOT + "ecperf.*." + layer + ".."));
  }
}
