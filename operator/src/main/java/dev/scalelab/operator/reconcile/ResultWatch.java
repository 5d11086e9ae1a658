package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.platform.ObjectWatch;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.ResultGauges;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
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
 * reconciliation. Only names and versions are kept here, of thousands of trials; the statuses that
 * reconciliations read are kept by {@link TrialCache}, of experiments that have not ended.
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
  private final SlowReads reads;
  private final Timing timing;
  private final List<ObjectWatch<ScalabilityExperiment>> experiments = new ArrayList<>();
  private final List<ObjectWatch<? extends HasMetadata>> watches = new ArrayList<>();

  /**
   * @param namespaces namespaces in which experiments run
   */
  public ResultWatch(
      KubernetesClient client,
      ResultGauges gauges,
      TrialStore trials,
      @ConfigProperty(name = "quarkus.operator-sdk.namespaces") List<String> namespaces,
      Neighbours neighbours,
      Settled settled,
      SlowReads reads,
      Timing timing) {
    this.client = client;
    this.gauges = gauges;
    this.trials = trials;
    this.namespaces = namespaces;
    this.neighbours = neighbours;
    this.settled = settled;
    this.reads = reads;
    this.timing = timing;
  }

  void start(@Observes StartupEvent event) {
    for (String namespace : namespaces) {
      experiments.add(
          watch(ScalabilityExperiment.class, EXPERIMENTS, namespace, this::seen, this::gone));
      var ofTrials =
          watch(ScalabilityTrial.class, TRIALS, namespace, this::seen, trials.watched()::gone);
      trials.watched().watched(namespace, ofTrials::follows);
      watches.add(ofTrials);
    }
    watches.addAll(experiments);
    neighbours.begin(() -> experiments.stream().allMatch(ObjectWatch::hasSynced));
  }

  private void seen(ScalabilityExperiment experiment) {
    gauges.show(experiment);
    neighbours.seen(experiment);
    settled.check(experiment);
  }

  private void gone(ScalabilityExperiment experiment) {
    neighbours.gone(experiment);
    trials.watched().forget(experiment);
    reads.forget(experiment);
  }

  private void seen(ScalabilityTrial trial) {
    gauges.show(trial);
    trials.watched().noticed(trial);
  }

  void stop(@Observes ShutdownEvent event) {
    watches.forEach(ObjectWatch::stop);
  }

  /** The fields of resources that are kept: enough to detect changes and deletions. */
  Stream<HasMetadata> kept() {
    return watches.stream().flatMap(watch -> watch.list().stream());
  }

  private <T extends CustomResource<?, ?>> ObjectWatch<T> watch(
      Class<T> kind, long page, String namespace, Consumer<T> show, Consumer<T> gone) {
    return ObjectWatch.start(
        client.resources(kind).inNamespace(namespace),
        page,
        new ReducedStateItemStore<>(
            ReducedStateItemStore.NAME_KEY_STATE, kind, client.getKubernetesSerialization()),
        new ObjectWatch.Listener<>() {
          @Override
          public void seen(T before, T now) {
            show.accept(now);
          }

          @Override
          public void gone(T last) {
            gauges.forget(last);
            gone.accept(last);
          }

          @Override
          public void refused(KubernetesClientException refusal) {
            // A deleted namespace may be created again, so the attempts never end.
            if (StartGate.NO_RIGHTS_OR_GONE.contains(refusal.getCode())) {
              neighbours.goneWith(namespace);
            }
          }
        },
        timing);
  }
}
