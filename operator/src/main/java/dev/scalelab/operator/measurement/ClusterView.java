package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Clock;
import java.util.List;

/**
 * All servers in one cluster. A server that stays alone reports no error, so the members that each
 * one sees are counted.
 */
public final class ClusterView extends AskedOfPrometheus {
  private final EvidenceCollector evidence;
  private final Clock clock;

  public ClusterView(EvidenceCollector evidence, SlowReads slow, Clock clock) {
    super("Cluster", "the servers' cluster", Reason.CLUSTER_NOT_FORMED, slow);
    this.evidence = evidence;
    this.clock = clock;
  }

  @Override
  public String goal() {
    return "formed";
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().reportsMembers();
  }

  @Override
  String question(ComponentContext context) {
    return ofServers(context);
  }

  @Override
  Readiness ask(ComponentContext context) {
    Configuration configuration = context.configuration();
    Subject subject = Subject.of(context.experiment(), configuration, List.of());
    return view(evidence.clusterSize(subject, clock.instant()), configuration.replicas(), "server");
  }
}
