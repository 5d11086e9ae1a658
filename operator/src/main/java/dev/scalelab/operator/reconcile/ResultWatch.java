package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.report.ResultGauges;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Follows the resources, on leader and standby: gauges of results are derived from them alone, so
 * that they do not depend on the time before this start, and waiting experiments know each other.
 * Every change of a trial is reported to the store, which therefore need not list trials in each
 * reconciliation.
 */
@ApplicationScoped
public class ResultWatch {
  /** Page sizes of lists: a trial may have a megabyte, and the heap is small. */
  private static final long TRIALS = 5;

  private static final long EXPERIMENTS = 20;

  private final KubernetesClient client;
  private final ResultGauges gauges;
  private final TrialStore trials;
  private final List<String> namespaces;
  private final Neighbours neighbours;
  private final Settled settled;
  private final List<SharedIndexInformer<ScalabilityExperiment>> experiments = new ArrayList<>();
  private final List<SharedIndexInformer<? extends HasMetadata>> informers = new ArrayList<>();

  /**
   * @param namespaces namespaces in which experiments run
   */
  public ResultWatch(
      KubernetesClient client,
      ResultGauges gauges,
      TrialStore trials,
      @ConfigProperty(name = "quarkus.operator-sdk.namespaces") List<String> namespaces,
      Neighbours neighbours,
      Settled settled) {
    this.client = client;
    this.gauges = gauges;
    this.trials = trials;
    this.namespaces = namespaces;
    this.neighbours = neighbours;
    this.settled = settled;
  }

  void start(@Observes StartupEvent event) {
    for (String namespace : namespaces) {
      experiments.add(
          watch(ScalabilityExperiment.class, EXPERIMENTS, namespace, this::seen, this::gone));
      var ofTrials =
          watch(ScalabilityTrial.class, TRIALS, namespace, this::seen, trials.watched()::gone);
      trials.watched().watched(namespace, () -> ofTrials.isRunning() && ofTrials.hasSynced());
      informers.add(ofTrials);
    }
    informers.addAll(experiments);
    neighbours.begin(() -> experiments.stream().allMatch(SharedIndexInformer::hasSynced));
  }

  private void seen(ScalabilityExperiment experiment) {
    gauges.show(experiment);
    neighbours.seen(experiment);
    settled.check(experiment);
  }

  private void gone(ScalabilityExperiment experiment) {
    neighbours.gone(experiment);
    trials.watched().forget(experiment);
  }

  private void seen(ScalabilityTrial trial) {
    gauges.show(trial);
    trials.watched().noticed(trial);
  }

  void stop(@Observes ShutdownEvent event) {
    informers.forEach(SharedIndexInformer::stop);
  }

  /** The fields of resources that are kept: enough to detect changes and deletions. */
  Stream<HasMetadata> kept() {
    return informers.stream().flatMap(informer -> informer.getStore().list().stream());
  }

  private <T extends CustomResource<?, ?>> SharedIndexInformer<T> watch(
      Class<T> kind, long page, String namespace, Consumer<T> show, Consumer<T> gone) {
    SharedIndexInformer<T> informer =
        client
            .resources(kind)
            .inNamespace(namespace)
            .withLimit(page)
            .runnableInformer(0)
            .removeNamespaceIndex()
            .itemStore(
                new ReducedStateItemStore<>(
                    ReducedStateItemStore.NAME_KEY_STATE,
                    kind,
                    client.getKubernetesSerialization()));
    informer.addEventHandler(
        new ResourceEventHandler<T>() {
          @Override
          public void onAdd(T added) {
            show.accept(added);
          }

          @Override
          public void onUpdate(T before, T after) {
            show.accept(after);
          }

          @Override
          public void onDelete(T deleted, boolean finalStateUnknown) {
            gauges.forget(deleted);
            gone.accept(deleted);
          }
        });
    // Asynchronous: the operator starts whether or not its resources can be listed yet. A deleted
    // namespace may be created again, so the attempts never end.
    informer.exceptionHandler(
        (started, e) -> {
          if (e instanceof KubernetesClientException refused
              && Turn.NO_RIGHTS_OR_GONE.contains(refused.getCode())) {
            neighbours.goneWith(namespace);
          }
          return true;
        });
    informer.start();
    return informer;
  }
}
