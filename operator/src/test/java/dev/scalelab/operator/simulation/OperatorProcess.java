package dev.scalelab.operator.simulation;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.reconcile.SimulatedOperator;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An operator from its start until it is killed, with what the SDK does: it keeps the experiments
 * that a watch has seen, and reconciles one when it is new, when its spec has changed, when it is
 * woken and after the time for which it asked.
 */
final class OperatorProcess {
  /** Between an event and the reconciliation. */
  private static final Duration SOON = Duration.ofMillis(2);

  private final VirtualTime time;
  private final SimulatedOperator operator;
  private final List<SharedIndexInformer<ScalabilityExperiment>> informers = new ArrayList<>();
  private final Watcher watcher;

  /** When each experiment is reconciled next, because of an event. */
  private final Map<ResourceID, Long> due = new HashMap<>();

  /** The last timer of each experiment. */
  private final Map<ResourceID, Long> timers = new HashMap<>();

  /** The operator's own writes, until the watch has seen them. */
  private final Map<ResourceID, ScalabilityExperiment> written = new HashMap<>();

  private long events;

  /** Sees what the operator does. */
  interface Watcher {
    /** A reconciliation took this much of the machine's time. */
    void reconciled(Duration duration);

    void fails(String experiment, Exception e);
  }

  OperatorProcess(
      KubernetesClient client,
      VirtualTime time,
      SimulatedOperator operator,
      List<String> namespaces,
      Watcher watcher) {
    this.time = time;
    this.operator = operator;
    this.watcher = watcher;
    for (String namespace : namespaces) {
      SharedIndexInformer<ScalabilityExperiment> informer =
          client
              .resources(ScalabilityExperiment.class)
              .inNamespace(namespace)
              .withLabelSelector(SimulatedOperator.selector())
              .withLimit(20L)
              .runnableInformer(0)
              .removeNamespaceIndex()
              .itemStore(SimulatedOperator.cache());
      informer.exceptionHandler((started, e) -> true);
      informer.addEventHandler(new Events());
      informers.add(informer);
    }
  }

  void start() {
    operator.start(this::wake);
    informers.forEach(SharedIndexInformer::start);
  }

  void stop() {
    operator.stop();
    informers.forEach(SharedIndexInformer::stop);
  }

  /** As the SDK's event source of primary resources, which looks at generations. */
  private final class Events implements ResourceEventHandler<ScalabilityExperiment> {
    @Override
    public void onAdd(ScalabilityExperiment added) {
      wake(ResourceID.fromResource(added));
    }

    @Override
    public void onUpdate(ScalabilityExperiment before, ScalabilityExperiment after) {
      if (after.isMarkedForDeletion()
          || !Objects.equals(
              before.getMetadata().getGeneration(), after.getMetadata().getGeneration())) {
        wake(ResourceID.fromResource(after));
      }
    }

    @Override
    public void onDelete(ScalabilityExperiment deleted, boolean finalStateUnknown) {
      written.remove(ResourceID.fromResource(deleted));
    }
  }

  private void wake(ResourceID experiment) {
    if (due.putIfAbsent(experiment, ++events) == null) {
      time.afterInOperator(
          SOON,
          () -> {
            due.remove(experiment);
            reconcile(experiment);
          });
    }
  }

  private void reconcile(ResourceID id) {
    ScalabilityExperiment experiment = cached(id);
    if (experiment == null) {
      return;
    }
    long begin = System.nanoTime();
    SimulatedOperator.Outcome outcome =
        operator.reconcile(experiment, e -> watcher.fails(id.getName(), e));
    watcher.reconciled(Duration.ofNanos(System.nanoTime() - begin));
    if (outcome.stored() != null) {
      written.put(id, outcome.stored());
    }
    if (outcome.again() != null) {
      long timer = ++events;
      timers.put(id, timer);
      time.afterInOperator(
          outcome.again(),
          () -> {
            if (timers.get(id) == timer) {
              wake(id);
            }
          });
    }
  }

  private ScalabilityExperiment cached(ResourceID id) {
    String key = Cache.namespaceKeyFunc(id.getNamespace().orElseThrow(), id.getName());
    ScalabilityExperiment seen =
        informers.stream()
            .map(informer -> informer.getStore().getByKey(key))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    ScalabilityExperiment own = written.get(id);
    if (seen == null || own == null) {
      return seen;
    }
    if (version(seen) >= version(own)) {
      written.remove(id);
      return seen;
    }
    return own;
  }

  private static long version(ScalabilityExperiment experiment) {
    return Long.parseLong(experiment.getMetadata().getResourceVersion());
  }
}
