package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;

/** Creates the servers of a group: their objects, and whether they are ready. */
interface ServerProvisioner {
  /** What is missing in the cluster for it. Pure. */
  List<Violation> missing(ClusterFacts facts);

  /** Its objects, the last of which leads to the pods. */
  List<HasMetadata> objects(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group);

  /** That object, with which admission is tried before anything exists. */
  AdmissionProbe probe(ScalabilityExperiment e, Configuration configuration, ServerGroup group);

  /** The spec with which each of the pods was requested; empty if it is unknown. */
  Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, ServerGroup group);

  /** What is known of an object that is being deleted; empty if nothing is. */
  default String whileDeleted(HasMetadata object) {
    return "";
  }

  /** Creates the missing objects, or applies changes. */
  void deploy(ComponentContext context, ServerGroup group, Applier applier);

  /**
   * Whether the servers are ready.
   *
   * @param reason the reason if they are not
   */
  Readiness observe(ComponentContext context, ServerGroup group, Reason reason);
}
