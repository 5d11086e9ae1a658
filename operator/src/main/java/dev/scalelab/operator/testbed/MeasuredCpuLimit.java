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

  /** It is set repeatedly until it is in force, since something may reset it. */
  @Override
  public Readiness observe(ComponentContext scene) {
    return scene.configuration().serverGroups().stream()
        .map(group -> limit(scene, group, seen(scene, group)).readiness())
        .filter(limit -> limit.state() != Readiness.State.READY)
        .findFirst()
        .map(limit -> Readiness.incomplete(limit.detail()))
        .orElseGet(Readiness::ready);
  }

  /** Sets it on servers that do not have it yet; a watch may not have seen that they have it. */
  @Override
  public void deploy(ComponentContext scene, Applier applier) {
    restore(scene);
  }

  @Override
  public void restore(ComponentContext scene) {
    List<Pod> stored = pods.whole(scene.experiment());
    for (ServerGroup group : scene.configuration().serverGroups()) {
      CpuLimit limit = limit(scene, group, stored);
      String patch =
          client
              .getKubernetesSerialization()
              .asJson(
                  ApplicationManifest.cpuLimit(
                      scene.configuration().application(), limit.container()));
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

  private List<Pod> seen(ComponentContext scene, ServerGroup group) {
    return pods.list(scene.experiment(), Servers.pods(scene.configuration(), group).selector());
  }

  private static CpuLimit limit(ComponentContext scene, ServerGroup group, List<Pod> found) {
    Configuration t = scene.configuration();
    PodGroup servers = Servers.pods(t, group);
    return new CpuLimit(
        t.application().cpu(),
        group.servers(),
        servers.container(),
        found.stream()
            .filter(pod -> pod.getMetadata().getName().matches(servers.names()))
            .toList());
  }
}
