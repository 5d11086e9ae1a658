package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Owner;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;

/** Metadata of a testbed's objects: name, labels, and the experiment as owner. */
final class Metadata {
  private Metadata() {}

  /** Metadata of an object of one trial. */
  static ObjectMeta ofTrial(
      ScalabilityExperiment e, Configuration configuration, Tier tier, String name) {
    ObjectMeta metadata =
        of(e, name, Labels.ofTrial(e.getMetadata().getName(), configuration.name(), tier));
    metadata.setAnnotations(Map.of(Labels.INPUTS_HASH, configuration.hash()));
    return metadata;
  }

  /** Metadata of an object that all trials with one database layout share. */
  static ObjectMeta ofLayout(
      ScalabilityExperiment e, Configuration configuration, Tier tier, String name) {
    return of(e, name, Labels.ofLayout(e.getMetadata().getName(), configuration.layout(), tier));
  }

  private static ObjectMeta of(ScalabilityExperiment e, String name, Map<String, String> labels) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(e.getMetadata().getNamespace())
        .withLabels(labels)
        .withOwnerReferences(Owner.reference(e))
        .build();
  }
}
