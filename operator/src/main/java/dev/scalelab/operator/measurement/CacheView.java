package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Clock;
import java.util.List;

/**
 * All Infinispan servers in one cluster. Those that start at the same time may stay alone for a
 * while, without an error.
 */
public final class CacheView extends AskedOfPrometheus {
  private final EvidenceCollector evidence;
  private final Clock clock;

  public CacheView(EvidenceCollector evidence, SlowReads slow, Clock clock) {
    super("CacheCluster", "the Infinispan servers' cluster", Reason.CACHE_NOT_READY, slow);
    this.evidence = evidence;
    this.clock = clock;
  }

  @Override
  public String goal() {
    return "formed";
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.remoteState() != null;
  }

  @Override
  String question(ComponentContext context) {
    return ofServers(context);
  }

  @Override
  Readiness ask(ComponentContext context) {
    int all = context.configuration().remoteState().replicas();
    Subject subject = Subject.of(context.experiment(), context.configuration(), List.of());
    return view(evidence.cacheMembers(subject, all, clock.instant()), all, "Infinispan server");
  }
}
