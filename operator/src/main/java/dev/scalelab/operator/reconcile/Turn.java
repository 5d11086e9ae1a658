package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ExperimentSettings;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.TierNodes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Decides whether an experiment may start now, or waits for others that may use the same nodes. */
@ApplicationScoped
public class Turn {
  private static final Logger LOG = Logger.getLogger(Turn.class);
  private static final Set<Integer> NO_RIGHTS_OR_GONE = Set.of(403, 404);

  private final KubernetesClient client;
  private final Testbed testbed;
  private final List<String> namespaces;
  private final ExperimentSettings settings;
  private final PodSettings pods;

  /**
   * @param namespaces namespaces in which experiments run
   */
  public Turn(
      KubernetesClient client,
      Testbed testbed,
      @ConfigProperty(name = "quarkus.operator-sdk.namespaces") List<String> namespaces,
      ExperimentSettings settings,
      PodSettings pods) {
    this.client = client;
    this.testbed = testbed;
    this.namespaces = namespaces;
    this.settings = settings;
    this.pods = pods;
  }

  /**
   * Why it cannot start now; empty if it can. Its pods are checked by the API server only when it
   * is its turn: until then others may use a quota.
   */
  List<Violation> lacking(ScalabilityExperiment experiment, Plan plan) {
    if (settings.shareNodes() || Queue.started(experiment)) {
      return testbed.admission(experiment, plan);
    }
    Queue queue = queue(experiment, plan);
    Optional<Violation> ahead = queue.ahead();
    if (ahead.isPresent()) {
      return List.of(ahead.get());
    }
    List<Violation> refused = testbed.admission(experiment, plan);
    return refused.isEmpty() ? queue.joining().stream().toList() : refused;
  }

  private Queue queue(ScalabilityExperiment experiment, Plan plan) {
    TierNodes nodes = testbed.nodes();
    Queue.Entry self = entry(experiment, null);
    List<Queue.Entry> others = new ArrayList<>();
    for (String namespace : namespaces) {
      List<ScalabilityExperiment> found = experiments(namespace);
      Map<String, Set<String>> leaving =
          found.stream().anyMatch(other -> Queue.Place.of(other) == Queue.Place.LEAVING)
              ? podNodes(namespace)
              : Map.of();
      for (ScalabilityExperiment other : found) {
        if (same(experiment, other)) {
          self = entry(other, null); // others see its stored place
        } else {
          sharedNode(nodes, plan, other, leaving).ifPresent(node -> others.add(entry(other, node)));
        }
      }
    }
    return new Queue(self, others);
  }

  private Optional<String> sharedNode(
      TierNodes nodes, Plan plan, ScalabilityExperiment other, Map<String, Set<String>> leaving) {
    String name = other.getMetadata().getName();
    return switch (Queue.Place.of(other)) {
      case NONE -> Optional.empty();
      case LEAVING -> nodes.shared(plan, leaving.getOrDefault(name, Set.of()));
      default -> plan(other).flatMap(others -> nodes.shared(plan, others));
    };
  }

  private Optional<Plan> plan(ScalabilityExperiment other) {
    try {
      String name = other.getMetadata().getName();
      return Optional.of(Planner.plan(name, other.getSpec(), pods, other.recordedDatabases()));
    } catch (RuntimeException e) {
      LOG.debugf(e, "%s cannot be planned", other.getMetadata().getName());
      return Optional.empty(); // its own reconciliation reports it
    }
  }

  private static Queue.Entry entry(ScalabilityExperiment experiment, String node) {
    return new Queue.Entry(
        experiment.getMetadata().getNamespace() + "/" + experiment.getMetadata().getName(),
        experiment.getMetadata().getCreationTimestamp(),
        Queue.Place.of(experiment),
        node);
  }

  private static boolean same(ScalabilityExperiment one, ScalabilityExperiment other) {
    return one.getMetadata().getUid().equals(other.getMetadata().getUid());
  }

  /** From the API server, not from a cache: a stale list could start two at a time. */
  private List<ScalabilityExperiment> experiments(String namespace) {
    try {
      return client.resources(ScalabilityExperiment.class).inNamespace(namespace).list().getItems();
    } catch (KubernetesClientException e) {
      if (NO_RIGHTS_OR_GONE.contains(e.getCode())) {
        return List.of(); // in a namespace that is not served
      }
      throw e;
    }
  }

  /** The nodes on which pods of each experiment's testbed run. */
  private Map<String, Set<String>> podNodes(String namespace) {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel(Labels.EXPERIMENT)
        .withLabel(Labels.TIER)
        .list()
        .getItems()
        .stream()
        .filter(pod -> pod.getSpec().getNodeName() != null)
        .collect(
            Collectors.groupingBy(
                pod -> pod.getMetadata().getLabels().get(Labels.EXPERIMENT),
                Collectors.mapping(Turn::node, Collectors.toSet())));
  }

  private static String node(Pod pod) {
    return pod.getSpec().getNodeName();
  }
}
