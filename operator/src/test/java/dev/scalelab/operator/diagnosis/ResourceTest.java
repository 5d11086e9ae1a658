package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.Parts;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a diagnosis can name. */
class ResourceTest {
  /** What is no tier of a testbed's pods. */
  private static final List<String> OTHERS = List.of("client", "network", "host");

  /** Otherwise no diagnosis would name a tier that is full, and its CPU would be in no model. */
  @Test
  void theCpuOfEveryMeasuredTierCanBeTheLimit() {
    assertThat(Parts.measuredTiers())
        .hasSizeGreaterThan(4)
        .allSatisfy(tier -> assertThat(Resource.cpuOf(tier.label())).as(tier.label()).isPresent());
  }

  /** A larger dataset would be another question, and a policy has no size. */
  @Test
  void theAdviceIsWhatCanBeDone() {
    assertThat(Resource.DATABASE_CPU.advice("databases[main].cpu"))
        .isEqualTo("raise databases[main].cpu");
    assertThat(Resource.DATABASE_LOCKS.advice(Resource.DATABASE_LOCKS.field(null)))
        .isEqualTo("spread the keys or shorten the transactions");
    assertThat(Resource.DATABASE_WAL.advice(Resource.DATABASE_WAL.field(null)))
        .isEqualTo("check the commit settings in databases[main].parameters");
    assertThat(Resource.DATABASE_TRANSACTIONS.advice("databases[main].parameters"))
        .isEqualTo("check the settings in databases[main].parameters");
    assertThat(Resource.APPLICATION_IN_TRANSACTION.advice(null))
        .isEqualTo("call other systems outside of transactions, or make those systems faster");
    assertThat(Resource.BALANCER_IMBALANCE.advice(Resource.BALANCER_IMBALANCE.field(null)))
        .isEqualTo("change balancer.policy");
    assertThat(Resource.HOST_CPU.advice(Resource.HOST_CPU.field(null)))
        .isEqualTo("use nodes with more CPU, or more nodes");
    assertThat(Resource.NETWORK.advice(Resource.NETWORK.field(null))).isNull();
  }

  @Test
  void eachBelongsToATierThatExists() {
    Set<String> known =
        Stream.concat(Parts.tiers().stream().map(Tier::label), OTHERS.stream())
            .collect(Collectors.toSet());

    assertThat(Arrays.stream(Resource.values()).map(Resource::label)).isSubsetOf(known);
    assertThat(Resource.cpuOf("licences")).isEmpty();
    assertThat(Resource.cpuOf("host")).as("no tier's pods").isEmpty();
    assertThat(Resource.APPLICATION_CPU.tier()).isEqualTo("Application");
    assertThat(Resource.APPLICATION_CPU.isOf(Tier.APPLICATION)).isTrue();
  }
}
