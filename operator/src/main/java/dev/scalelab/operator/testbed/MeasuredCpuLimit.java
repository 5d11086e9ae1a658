package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.ConcurrentRequests;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;

/** The CPU limit at which servers are measured, which is lower than the one at which they start. */
public final class MeasuredCpuLimit extends Component {
  private static final PatchContext STRATEGIC_MERGE = PatchContext.of(PatchType.STRATEGIC_MERGE);

  private final KubernetesClient client;
  private final ComponentPods pods;

  MeasuredCpuLimit(KubernetesClient client, ComponentPods pods) {
    super("CpuLimit", "the CPU limit", Reason.RESIZE_FAILED);
    this.client = client;
    this.pods = pods;
  }

  @Override
  public String goal() {
    return "in force";
  }

  /** It is set repeatedly until it is in force, since something may reset it. */
  @Override
  public Readiness observe(ComponentContext context) {
    return context.configuration().serverGroups().stream()
        .map(group -> limit(context, group, seen(context, group)).readiness())
        .filter(limit -> limit.state() != Readiness.State.READY)
        .findFirst()
        .map(limit -> Readiness.incomplete(limit.detail()))
        .orElseGet(Readiness::ready);
  }

  /** Sets it on servers that do not have it yet; a watch may not have seen that they have it. */
  @Override
  public void deploy(ComponentContext context, Applier applier) {
    restore(context);
  }

  @Override
  public void restore(ComponentContext context) {
    List<Pod> stored = pods.whole(context.experiment());
    for (ServerGroup group : context.configuration().serverGroups()) {
      CpuLimit limit = limit(context, group, stored);
      String patch =
          client
              .getKubernetesSerialization()
              .asJson(
                  ApplicationManifest.cpuLimit(
                      context.configuration().application(group), limit.container()));
      ConcurrentRequests.forEach(limit.notRequested(), pod -> resize(pod, patch));
    }
  }

  private void resize(Pod pod, String patch) {
    client
        .pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .resource(pod)
        .subresource(CpuLimit.RESIZE)
        .patch(STRATEGIC_MERGE, patch);
  }

  private List<Pod> seen(ComponentContext context, ServerGroup group) {
    return pods.list(context.experiment(), Servers.pods(context.configuration(), group).selector());
  }

  private static CpuLimit limit(ComponentContext context, ServerGroup group, List<Pod> found) {
    Configuration configuration = context.configuration();
    PodGroup servers = Servers.pods(configuration, group);
    return new CpuLimit(
        configuration.application(group).cpu(),
        group.servers(),
        servers.container(),
        found.stream()
            .filter(pod -> pod.getMetadata().getName().matches(servers.names()))
            .toList());
  }
}
