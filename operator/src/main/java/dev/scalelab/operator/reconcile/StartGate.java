package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ExperimentSettings;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Pages;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.testbed.Checked;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.TierNodes;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Decides whether an experiment may start now, or waits for others that may use the same nodes. */
@ApplicationScoped
public class StartGate {
  /** Page size of lists: experiments and pods have many kilobytes each. */
  private static final long PAGE = 50;

  /** The time in which one that may start has surely stored that it has. */
  private static final Duration WHILE_STARTING = Duration.ofMinutes(1);

  /** Codes by which a namespace is not served. */
  static final Set<Integer> NO_RIGHTS_OR_GONE = Set.of(403, 404);

  private final KubernetesClient client;
  private final Testbed testbed;
  private final Topology topology;
  private final List<String> namespaces;
  private final ExperimentSettings settings;
  private final Neighbours neighbours;
  private final Timing timing;

  /** Those that were allowed to start and may not have stored that yet, by uid, until when. */
  private final Map<String, Long> starting = new ConcurrentHashMap<>();

  /**
   * @param namespaces namespaces in which experiments run
   */
  public StartGate(
      KubernetesClient client,
      Testbed testbed,
      Topology topology,
      @ConfigProperty(name = "quarkus.operator-sdk.namespaces") List<String> namespaces,
      ExperimentSettings settings,
      Neighbours neighbours,
      Timing timing) {
    this.client = client;
    this.testbed = testbed;
    this.topology = topology;
    this.namespaces = namespaces;
    this.settings = settings;
    this.neighbours = neighbours;
    this.timing = timing;
  }

  /**
   * Why it cannot start now; empty if it can. Its pods are checked by the API server only when it
   * is its turn: until then others may use a quota.
   */
  Checked missing(ScalabilityExperiment experiment, Plan plan) {
    if (settings.shareNodes() || Queue.started(experiment)) {
      return testbed.admission(experiment, plan);
    }
    Optional<Violation> known = waits(experiment, plan);
    if (known.isPresent()) {
      return Checked.found(List.of(known.get())); // many may join at once, and each would read all
    }
    Checked admission = testbed.admission(experiment, plan);
    if (!admission.complete()) {
      return admission;
    }
    Queue queue = queueIfFirst(experiment, plan);
    Optional<Violation> ahead = queue.ahead();
    if (ahead.isPresent()) {
      return Checked.found(List.of(ahead.get()));
    }
    List<Violation> missing =
        admission.violations().isEmpty()
            ? queue.joining().stream().toList()
            : admission.violations();
    if (!missing.isEmpty()) {
      starting.remove(uid(experiment));
    }
    return Checked.found(missing);
  }

  /** Why one that is no longer suspended cannot continue now. */
  Checked missingToResume(ScalabilityExperiment experiment, Plan plan) {
    List<Violation> missing = testbed.prerequisites(experiment, plan);
    if (missing.stream().anyMatch(Violation::blocksStart)) {
      return Checked.found(missing);
    }
    Checked now = missing(experiment, plan);
    return now.complete()
        ? Checked.found(Stream.concat(missing.stream(), now.violations().stream()).toList())
        : now;
  }

  /**
   * The queue, in which others see this experiment as started from here on if it is first. One that
   * has not stored its start yet must not be overtaken by one of a higher priority, or by one that
   * continues after a pause: these may come at any moment.
   */
  private synchronized Queue queueIfFirst(ScalabilityExperiment experiment, Plan plan) {
    Queue queue = queue(experiment, plan);
    if (queue.ahead().isEmpty()) {
      starting.put(uid(experiment), timing.nanoTime() + WHILE_STARTING.toNanos());
    }
    return queue;
  }

  private Queue.Entry seen(ScalabilityExperiment other) {
    Queue.Entry entry = Queue.entry(other);
    Long until = starting.get(uid(other));
    if (until == null || entry.place() == Queue.Place.STARTED || until - timing.nanoTime() < 0) {
      starting.remove(uid(other));
      return entry;
    }
    return entry.starting();
  }

  private static String uid(ScalabilityExperiment experiment) {
    return experiment.getMetadata().getUid();
  }

  /**
   * Why it waits for another experiment, without asking the API server; empty if it may be its
   * turn.
   */
  Optional<Violation> waits(ScalabilityExperiment experiment, Plan plan) {
    return settings.shareNodes() || Queue.started(experiment)
        ? Optional.empty()
        : neighbours.ahead(experiment, topology.settings(plan), testbed.nodes());
  }

  /** From the API server, not from a cache: a stale list could start two at a time. */
  private Queue queue(ScalabilityExperiment experiment, Plan plan) {
    TierNodes nodes = testbed.nodes();
    Set<PodSettings> uses = topology.settings(plan);
    List<Queue.Entry> own = new ArrayList<>(List.of(Queue.entry(experiment)));
    List<Queue.Entry> others = new ArrayList<>();
    for (String namespace : namespaces) {
      Leaving leaving = new Leaving(namespace);
      forEach(
          namespace,
          other -> {
            if (same(experiment, other)) {
              own.set(0, Queue.entry(other)); // others see its stored place
            } else {
              sharedNode(nodes, uses, other, leaving)
                  .ifPresent(node -> others.add(seen(other).sharing(node)));
            }
          });
    }
    return new Queue(own.get(0), others);
  }

  private Optional<String> sharedNode(
      TierNodes nodes, Set<PodSettings> uses, ScalabilityExperiment other, Leaving leaving) {
    return switch (Queue.Place.of(other)) {
      case NONE -> Optional.empty();
      case LEAVING -> nodes.sharedNode(uses, leaving.nodes(other.getMetadata().getName()));
      default -> nodes.shared(uses, neighbours.pods(other));
    };
  }

  /** The nodes on which pods of testbeds still run, listed only if they are asked for. */
  private final class Leaving {
    private final String namespace;
    private Map<String, Set<String>> nodes;

    Leaving(String namespace) {
      this.namespace = namespace;
    }

    Set<String> nodes(String experiment) {
      if (nodes == null) {
        nodes = podNodes(namespace);
      }
      return nodes.getOrDefault(experiment, Set.of());
    }
  }

  private static boolean same(ScalabilityExperiment one, ScalabilityExperiment other) {
    return one.getMetadata().getUid().equals(other.getMetadata().getUid());
  }

  /** Those that are settled use no node. */
  private void forEach(String namespace, Consumer<ScalabilityExperiment> experiment) {
    try {
      Pages.forEach(
          PAGE,
          client
                  .resources(ScalabilityExperiment.class)
                  .inNamespace(namespace)
                  .withLabelSelector(Settled.OTHERS)
              ::list,
          experiment);
    } catch (KubernetesClientException e) {
      if (!NO_RIGHTS_OR_GONE.contains(e.getCode())) {
        throw e; // otherwise in a namespace that is not served
      }
    }
  }

  /** The nodes on which pods of each experiment's testbed run. */
  private Map<String, Set<String>> podNodes(String namespace) {
    Map<String, Set<String>> found = new HashMap<>();
    Pages.forEach(
        PAGE,
        client.pods().inNamespace(namespace).withLabel(Labels.EXPERIMENT).withLabel(Labels.TIER)
            ::list,
        pod -> {
          if (pod.getSpec().getNodeName() != null) {
            found
                .computeIfAbsent(
                    pod.getMetadata().getLabels().get(Labels.EXPERIMENT), name -> new HashSet<>())
                .add(pod.getSpec().getNodeName());
          }
        });
    return found;
  }
}
