package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A complete experiment with all of ecperf: each trial has its own suppliers. */
class EcperfOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Set<String> suppliers = new TreeSet<>();

  @Test
  void suppliersAreMadeForEachTrialAndRemovedWithIt() {
    var ecperf = Experiments.closed(Experiments.ecperf(api.namespace()), 8, 16);

    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(api, "ecperf", ecperf),
            this::lookAtSuppliers);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(suppliers).containsExactly("ecperf-base-1-supplier", "ecperf-base-2-supplier");
    assertThat(placement("ecperf-base-2"))
        .filteredOn(pod -> pod.tier().equals("supplier"))
        .extracting(PodPlacement::pod)
        .singleElement()
        .asString()
        .startsWith("ecperf-base-2-supplier-");
    assertThat(suppliersNow()).as("what is left of the testbed").isEmpty();
    assertThat(api.client().services().inNamespace(api.namespace()).list().getItems())
        .as("what is left of the testbed")
        .noneMatch(service -> service.getMetadata().getName().endsWith("-supplier"));
  }

  private void lookAtSuppliers() {
    List<String> there = suppliersNow();
    assertThat(there).as("suppliers at a time").hasSizeLessThanOrEqualTo(1);
    suppliers.addAll(there);
  }

  private static List<String> suppliersNow() {
    return api.client().apps().deployments().inNamespace(api.namespace()).list().getItems().stream()
        .map(HasMetadata::getMetadata)
        .map(metadata -> metadata.getName())
        .filter(name -> name.endsWith("-supplier"))
        .toList();
  }

  private static List<PodPlacement> placement(String trial) {
    return api.trial(trial).getStatus().placement();
  }
}
