package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;

/** Creates a configuration's Infinispan servers. */
interface CacheProvisioner {
  /** Its objects. */
  List<HasMetadata> objects(ScalabilityExperiment experiment, Configuration configuration);

  /** Whether they are ready. */
  Readiness observe(ComponentContext context);

  /** What is known of one of its objects that is being deleted; empty if nothing is. */
  default String whileDeleted(HasMetadata object) {
    return "";
  }

  /** What is missing in the cluster for it. Pure. */
  List<Violation> missing(Configuration configuration, ClusterFacts facts);

  /** The objects whose admission decides whether an experiment can start. */
  List<AdmissionProbe> probes(ScalabilityExperiment experiment, Configuration configuration);

  /** The spec with which one of the pods was requested; empty if another operator decides it. */
  Optional<PodSpec> requested(
      ScalabilityExperiment experiment, Configuration configuration, Pod pod);
}
