package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.VerificationResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Further planted bottlenecks, and whether those that have a field of their own are the truth: more
 * of the named resource must give more capacity.
 */
class PlantedNightlyE2E extends FaultyExperiment {
  @ParameterizedTest
  @EnumSource(
      value = Planted.class,
      names = {
        "WEB_THREADS",
        "BEAN_POOL",
        "BALANCER_REQUESTS",
        "BALANCER_CPU",
        "SLOW_COMMITS",
        "HEAP",
        "LOCKS",
        "CONNECTIONS",
        "HOST",
        "TIMEOUT",
        "IMBALANCE"
      })
  void whatIsTooSmallIsNamed(Planted planted) {
    Bottleneck found = measured(planted, false);

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.LIMITED);
    assertThat(found.resource()).as(found.message()).isEqualTo(planted.resource());
  }

  @ParameterizedTest
  @EnumSource(
      value = Planted.class,
      names = {
        "APPLICATION_CPU",
        "DATABASE_CPU",
        "JDBC_POOL",
        "WEB_THREADS",
        "BEAN_POOL",
        "BALANCER_REQUESTS"
      })
  void moreOfItGivesMore(Planted planted) {
    Bottleneck found = measured(planted, true);
    VerificationResult verification = cluster.experiment(name).get().getStatus().verification();

    assertThat(found.resource()).as(found.message()).isEqualTo(planted.resource());
    assertThat(verification.verified()).as(verification.message()).isTrue();
  }

  private Bottleneck measured(Planted planted, boolean verified) {
    name = planted.title();
    cluster.apply(planted.manifest(verified));
    cluster.awaitFinished(name, 12);
    return cluster.trial(name + "-base-1").get().getStatus().result().bottleneck();
  }
}
