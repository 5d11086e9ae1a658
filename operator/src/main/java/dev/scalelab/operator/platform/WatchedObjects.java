package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The objects of testbeds as a watch of each kind last saw them, reduced to what is read, so that a
 * reconciliation asks the API server for none of them. A watch may be late: an object that it has
 * not seen is asked for, so that one that was just created is not missing. Whoever comes to a final
 * conclusion from the state of an object reads that from the API server too. Where a kind cannot be
 * watched, or not yet, everything is read from the API server.
 */
@ApplicationScoped
public class WatchedObjects {
  private static final Logger LOG = Logger.getLogger(WatchedObjects.class);

  /** Results have no tier label: they are not of a testbed, and may be large. */
  private static final LabelSelector OF_TESTBEDS =
      new LabelSelectorBuilder()
          .addToMatchExpressions(
              new LabelSelectorRequirement(Labels.EXPERIMENT, "Exists", List.of()),
              new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
          .build();

  /** Types of conditions of a Job that no longer runs. */
  private static final Set<String> ENDS = Set.of("Complete", "Failed");

  private final KubernetesClient client;
  private final Timing timing;
  private final Map<Watched, ObjectWatch<?>> watches = new ConcurrentHashMap<>();

  private final Reading.Reliance reliance = new Reading.Reliance();
  private volatile Set<String> watched = Set.of();
  private volatile Listener listener;

  /** What could not be watched, which is reported once. */
  private final Set<Watched> refused = ConcurrentHashMap.newKeySet();

  public WatchedObjects(KubernetesClient client, Timing timing) {
    this.client = client;
    this.timing = timing;
  }

  private record Watched(String kind, String namespace) {}

  /** Is called when an object of an experiment's testbed was created, changed or deleted. */
  @FunctionalInterface
  public interface Listener {
    /** Called by a watch's thread, which must not be held up. */
    void changed(String namespace, String experiment);

    /** A Job of an experiment's testbeds has ended. */
    default void ended(String namespace, String experiment) {
      changed(namespace, experiment);
    }
  }

  /**
   * Begins to watch Kubernetes' own kinds in these namespaces. One of another operator, which may
   * not be installed, is watched from when an object of it is found.
   */
  public void start(Collection<String> namespaces, Listener changes) {
    listener = changes;
    watched = Set.copyOf(namespaces);
    for (String namespace : namespaces) {
      WatchedKinds.all().forEach(kind -> begin(kind, namespace));
    }
  }

  private void begin(WatchedKind<?> kind, String namespace) {
    if (watched.contains(namespace)) {
      watches.computeIfAbsent(
          new Watched(kind.name(), namespace), key -> watch(kind, namespace, listener));
    }
  }

  private <T extends HasMetadata> ObjectWatch<T> watch(
      WatchedKind<T> kind, String namespace, Listener listener) {
    return ObjectWatch.start(
        kind.api().apply(client).inNamespace(namespace).withLabelSelector(OF_TESTBEDS),
        kind.page(),
        new BasicItemStore<T>(Cache::metaNamespaceKeyFunc) {
          @Override
          public T put(String key, T object) {
            kind.reduce().accept(object);
            return super.put(key, object);
          }
        },
        new ObjectWatch.Listener<>() {
          @Override
          public void seen(T before, T now) {
            if (before == null || differs(kind, before, now)) {
              notifyListener(ended(now) && !ended(before) ? listener::ended : listener, now);
            }
          }

          @Override
          public void gone(T last) {
            notifyListener(listener, last);
          }

          @Override
          public void refused(KubernetesClientException refusal) {
            if (refused.add(new Watched(kind.name(), namespace))) {
              LOG.warnf(
                  "%s in namespace %s cannot be watched, so they are read from the API server: %s",
                  kind.name(), namespace, refusal.getMessage());
            }
          }
        },
        timing);
  }

  private static <T extends HasMetadata> boolean differs(WatchedKind<T> kind, T before, T now) {
    return !Objects.equals(before.getMetadata().getUid(), now.getMetadata().getUid())
        || !Objects.equals(before.getMetadata().getGeneration(), now.getMetadata().getGeneration())
        || !Objects.equals(
            before.getMetadata().getDeletionTimestamp(), now.getMetadata().getDeletionTimestamp())
        || !Objects.equals(kind.state().apply(before), kind.state().apply(now));
  }

  private static boolean ended(HasMetadata object) {
    return object instanceof Job job
        && job.getStatus() != null
        && job.getStatus().getConditions().stream()
            .anyMatch(condition -> ENDS.contains(condition.getType()));
  }

  private static void notifyListener(Listener listener, HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    String experiment = labels == null ? null : labels.get(Labels.EXPERIMENT);
    if (experiment != null) {
      listener.changed(object.getMetadata().getNamespace(), experiment);
    }
  }

  /** Ends the watches. */
  public void stop() {
    watched = Set.of();
    watches.values().forEach(ObjectWatch::stop);
    watches.clear();
  }

  /**
   * What a supplier gives when it reads all objects from the API server: for conclusions that
   * cannot be taken back, since a watch may be late or have broken off.
   */
  public <T> T fromApiServer(Supplier<T> reader) {
    return reliance.directly(reader);
  }

  /** What a supplier gives, and whether a watch reports changes of the objects that it reads. */
  public <T> Reading<T> reading(Supplier<T> reader) {
    return reliance.reading(reader);
  }

  /**
   * Whether changes in a namespace are reported, except those of kinds that cannot be watched, or
   * not any more: only whoever reads these has to look for changes.
   */
  public boolean follows(String namespace) {
    List<Map.Entry<Watched, ObjectWatch<?>>> there =
        watches.entrySet().stream()
            .filter(one -> one.getKey().namespace().equals(namespace))
            .toList();
    return !there.isEmpty()
        && there.stream()
            .allMatch(one -> one.getValue().hasFollowed() || refused.contains(one.getKey()));
  }

  /** Whether changes of one kind are reported. */
  public boolean follows(WatchedKind<?> kind, String namespace) {
    return watch(kind, namespace) != null;
  }

  /** An object by its name; null if there is none. */
  public <T extends HasMetadata> T get(WatchedKind<T> kind, String namespace, String name) {
    ObjectWatch<T> watch = watch(kind, namespace);
    T seen = watch == null ? null : watch.get(Cache.namespaceKeyFunc(namespace, name));
    if (seen != null) {
      return seen;
    }
    T stored = stored(kind, namespace, name);
    if (stored != null) {
      begin(kind, namespace);
    }
    noteUnreported(watch);
    return stored;
  }

  private void noteUnreported(ObjectWatch<?> watch) {
    if (watch == null) {
      reliance.setUnreported();
    }
  }

  /** An object by its name, from the API server; null if there is none. */
  public <T extends HasMetadata> T stored(WatchedKind<T> kind, String namespace, String name) {
    return kind.api().apply(client).inNamespace(namespace).withName(name).get();
  }

  /** Objects of testbeds with these labels. One that was just created may be missing. */
  public <T extends HasMetadata> List<T> list(
      WatchedKind<T> kind, String namespace, Map<String, String> labels) {
    ObjectWatch<T> watch = watch(kind, namespace);
    noteUnreported(watch);
    return watch == null ? stored(kind, namespace, labels) : seen(watch, labels);
  }

  /** As above, and nothing of a kind that is not watched. */
  public <T extends HasMetadata> List<T> seen(
      WatchedKind<T> kind, String namespace, Map<String, String> labels) {
    ObjectWatch<T> watch = watch(kind, namespace);
    return watch == null ? List.of() : seen(watch, labels);
  }

  private static <T extends HasMetadata> List<T> seen(
      ObjectWatch<T> watch, Map<String, String> labels) {
    return watch.list().stream()
        .filter(object -> has(object, labels))
        .sorted(Comparator.comparing(object -> object.getMetadata().getName()))
        .toList();
  }

  /** Records that this thread relies on objects of a kind that were read from the API server. */
  public void rely(WatchedKind<?> kind, String namespace) {
    noteUnreported(watch(kind, namespace));
  }

  /** Objects with these labels, with everything that they have, from the API server. */
  public <T extends HasMetadata> List<T> stored(
      WatchedKind<T> kind, String namespace, Map<String, String> labels) {
    List<T> found = new ArrayList<>();
    Pages.forEach(
        kind.page(),
        kind.api().apply(client).inNamespace(namespace).withLabels(labels)::list,
        found::add);
    return found;
  }

  /**
   * Objects that are selected, reduced, from the API server; none of a kind that it does not serve.
   * A kind of which there are any is watched from then on.
   */
  public <T extends HasMetadata> List<T> stored(
      WatchedKind<T> kind, String namespace, LabelSelector selector) {
    List<T> found = new ArrayList<>();
    try {
      Pages.forEach(
          kind.page(),
          kind.api().apply(client).inNamespace(namespace).withLabelSelector(selector)::list,
          object -> {
            kind.reduce().accept(object);
            found.add(object);
          });
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
    if (!found.isEmpty()) {
      begin(kind, namespace);
    }
    return found;
  }

  private static boolean has(HasMetadata object, Map<String, String> labels) {
    return object.getMetadata().getLabels().entrySet().containsAll(labels.entrySet());
  }

  /** The watch of a kind in a namespace; null if that cannot be relied on now. */
  @SuppressWarnings("unchecked") // each is put with a watch of its own kind
  private <T extends HasMetadata> ObjectWatch<T> watch(WatchedKind<T> kind, String namespace) {
    if (reliance.isDirect()) {
      return null;
    }
    ObjectWatch<T> watch = (ObjectWatch<T>) watches.get(new Watched(kind.name(), namespace));
    return watch != null && watch.follows() ? watch : null;
  }
}
