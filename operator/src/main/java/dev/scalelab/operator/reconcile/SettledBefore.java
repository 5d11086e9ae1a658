package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Pages;
import dev.scalelab.operator.testbed.Testbed;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Labels what is settled before the operator watches anything: experiments that an older operator
 * finished, or a restored backup, have no label yet, and thousands of them do not fit into the
 * heap.
 */
@ApplicationScoped
public class SettledBefore {
  private static final Logger LOG = Logger.getLogger(SettledBefore.class);

  /** Before the SDK's observer, which starts the watches and has a later one. */
  private static final int BEFORE_THE_SDK = 1000;

  /**
   * Less than the startup probe allows. Those that are left are labelled when they are reconciled.
   */
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private final KubernetesClient client;
  private final Testbed testbed;
  private final Settled settled;
  private final List<String> namespaces;

  /**
   * @param namespaces namespaces in which experiments run
   */
  public SettledBefore(
      KubernetesClient client,
      Testbed testbed,
      Settled settled,
      @ConfigProperty(name = "quarkus.operator-sdk.namespaces") List<String> namespaces) {
    this.client = client;
    this.testbed = testbed;
    this.settled = settled;
    this.namespaces = namespaces;
  }

  void start(@Observes @Priority(BEFORE_THE_SDK) StartupEvent event) {
    long until = System.nanoTime() + LONGEST.toNanos();
    namespaces.forEach(namespace -> label(namespace, until));
  }

  /** A namespace that cannot be read does not keep the operator from starting. */
  private void label(String namespace, long until) {
    try {
      Set<String> used = testbed.experimentsWithTestbeds(namespace);
      Pages.forEach(
          ExperimentReconciler.PAGE,
          client
                  .resources(ScalabilityExperiment.class)
                  .inNamespace(namespace)
                  .withLabelSelector(Settled.OTHERS)
              ::list,
          experiment -> {
            if (System.nanoTime() - until < 0) {
              label(experiment, used);
            }
          });
    } catch (KubernetesClientException e) {
      LOG.warnf("settled experiments in %s are not labelled: %s", namespace, e.getMessage());
    }
  }

  private void label(ScalabilityExperiment experiment, Set<String> used) {
    if (experiment.getSpec() == null || !Lifetime.finished(experiment)) {
      return;
    }
    boolean retained = experiment.getSpec().testbedPolicy().retains(experiment.getStatus().phase());
    if (retained || !used.contains(experiment.getMetadata().getName())) {
      settled.settle(experiment);
    }
  }
}
