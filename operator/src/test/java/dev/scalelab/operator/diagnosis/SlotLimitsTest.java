package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How many requests and beans the servers have room for. */
class SlotLimitsTest {
  private static final String LIMITS =
      "system: {application: {beanPoolSize: 8, beanThreads: 5}, balancer: {maxRequestsPerServer: 10}}";

  @Test
  void eachServerHasBoth() {
    SlotLimits limits = of(LIMITS);

    assertThat(limits.requests()).isEqualTo(40);
    assertThat(limits.beans()).isEqualTo(32);
    assertThat(limits.beanThreads()).isEqualTo(20);
  }

  /** Of four servers one answers clients, and three have beans. */
  @Test
  void serversOfATierHaveWhatIsOfTheirTier() {
    SlotLimits limits = of(LIMITS, "system: {tiers: {layout: Split, beanWeight: 3}}");

    assertThat(limits.servers()).isEqualTo(4);
    assertThat(limits.requests()).isEqualTo(10);
    assertThat(limits.beans()).isEqualTo(24);
    assertThat(limits.beanThreads()).isEqualTo(15);
  }

  @Test
  void serversWithTheBeansMayHaveOtherThreads() {
    String beans = "system: {tiers: {layout: Split, beanWeight: 3, beans: {webThreads: 4}}}";

    assertThat(of(LIMITS).webThreads(16)).isEqualTo(64);
    assertThat(of(LIMITS, beans).webThreads(16)).isEqualTo(28);
  }

  @Test
  void onlyTheServersThatUseADatabaseHaveConnectionsToIt() {
    String split = "system: {tiers: {layout: Split, beanWeight: 3}}";
    ScalabilityExperimentSpec bookstore = Experiments.bookstore("default").getSpec();

    assertThat(of(bookstore).connections("main", 10)).isEqualTo(40);
    assertThat(of(bookstore, split).connections("main", 10)).isEqualTo(30);
  }

  /** Each server has a pool for its replicas, too. */
  @Test
  void connectionsToReplicasAreCountedWithThoseToThePrimary() {
    String reads = "system: {databases: [{name: main, instances: 2, reads: Replicas}]}";
    String split = "system: {tiers: {layout: Split, beanWeight: 3}}";
    ScalabilityExperimentSpec bookstore = Experiments.bookstore("default").getSpec();

    assertThat(of(bookstore, reads).connections("main", 10)).isEqualTo(80);
    assertThat(of(bookstore, reads, split).connections("main", 10)).isEqualTo(60);
  }

  @Test
  void aPrivateDatabaseHasTheConnectionsOfOneServer() {
    ScalabilityExperimentSpec bookstore = Experiments.bookstore("default").getSpec();

    SlotLimits limits = of(bookstore, "system: {databases: [{name: main, perServer: true}]}");

    assertThat(limits.connections("main-3", 10)).isEqualTo(10);
  }

  /** Those that refuse none have no such limit. */
  @Test
  void aDatabaseThatMayRefuseConnectionsAdmitsAllButTen() {
    String few = "system: {databases: [{name: main, maxConnections: 32, connections: %s}]}";
    ScalabilityExperimentSpec bookstore = Experiments.bookstore("default").getSpec();

    assertThat(of(bookstore, few.formatted("Unchecked")).admitted()).isEqualTo(Map.of("main", 22));
    assertThat(of(bookstore, few.formatted("Checked")).admitted()).isEmpty();
  }

  private static SlotLimits of(String... changes) {
    return of(Experiments.cells("default").getSpec(), changes);
  }

  private static SlotLimits of(ScalabilityExperimentSpec given, String... changes) {
    ScalabilityExperimentSpec spec = Experiments.with(given, "sweep: {replicas: [4]}");
    for (String change : changes) {
      spec = Experiments.with(spec, change);
    }
    return SlotLimits.of(Planner.plan("small", spec).configurations().get(0));
  }
}
