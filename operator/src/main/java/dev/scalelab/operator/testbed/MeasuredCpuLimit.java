package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Applier;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

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
  public Readiness observe(Scene scene) {
    Readiness limit = limit(scene).readiness();
    return limit.state() == Readiness.State.READY ? limit : Readiness.incomplete(limit.detail());
  }

  /** Sets it on servers that do not have it yet. */
  @Override
  public void deploy(Scene scene, Applier applier) {
    Configuration t = scene.configuration();
    String patch =
        client
            .getKubernetesSerialization()
            .asJson(ApplicationManifest.cpuLimit(t.application(), Servers.group(t).container()));
    for (Pod pod : limit(scene).notRequested()) {
      client
          .pods()
          .inNamespace(scene.namespace())
          .resource(pod)
          .subresource(CpuLimit.RESIZE)
          .patch(STRATEGIC_MERGE, patch);
    }
  }

  private CpuLimit limit(Scene scene) {
    Configuration t = scene.configuration();
    PodGroup servers = Servers.group(t);
    return new CpuLimit(
        t.application().cpu(),
        t.replicas(),
        servers.container(),
        pods.list(scene.experiment(), servers.selector()));
  }
}
