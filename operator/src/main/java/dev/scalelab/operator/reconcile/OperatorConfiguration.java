package dev.scalelab.operator.reconcile;

import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** What the operator's parts share: the clock, and who leads. */
@ApplicationScoped
public class OperatorConfiguration {
  /** Name of the Lease in the operator's namespace. */
  static final String LEASE = "scalelab-operator";

  @Produces
  @Singleton
  Clock clock() {
    return Clock.systemUTC();
  }

  /** One operator works, others stand by: two would each start the same load. */
  @Produces
  @Singleton
  LeaderElectionConfiguration leaderElection() {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(LEASE).build();
  }
}
