package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The objects of a simulated API server with its semantics: versions and conflicts, generations,
 * uids, finalizers and deletion timestamps, statuses apart from specs, dry runs.
 */
final class ObjectMap {
  /** Fields that each version has its own of. */

  /** An API server remembers those of five minutes. */
  private static final int MAX_REMEMBERED = 20_000;

  private final Clock clock;
  private final Map<ApiKind, TreeMap<String, Stored>> objects = new HashMap<>();

  /** By the uid of their owner, and then by themselves. */
  private final Map<String, Map<String, Stored>> dependents = new HashMap<>();

  /** The uids of all objects. */
  private final Set<String> existing = new HashSet<>();

  /** Those after the forgotten ones, one of each version. */
  private final List<Change> changes = new ArrayList<>();

  private final List<Consumer<Change>> listeners = new ArrayList<>();
  private long version;
  private long forgotten;
  private long uids;

  /** Called before an object is created; refuses by an error. */
  private Consumer<Stored> admission = object -> {};

  ObjectMap(Clock clock) {
    this.clock = clock;
    ApiKind.ALL.forEach(kind -> objects.put(kind, new TreeMap<>()));
  }

  /** What happened to an object: before is null when it was created, after when it was deleted. */
  record Change(long version, Stored before, Stored after) {
    Stored object() {
      return after == null ? before : after;
    }
  }

  void listen(Consumer<Change> listener) {
    listeners.add(listener);
  }

  void admitBy(Consumer<Stored> rule) {
    admission = rule;
  }

  long version() {
    return version;
  }

  /** What has happened after a version, oldest first, as far as that is remembered. */
  List<Change> changesAfter(long known) {
    return List.copyOf(changes.subList((int) Math.max(0, known - forgotten), changes.size()));
  }

  /** Changes up to this version are not remembered. */
  long forgotten() {
    return forgotten;
  }

  /** Null if there is none. */
  Stored get(ApiKind kind, String namespace, String name) {
    return objects.get(kind).get(namespace + "/" + name);
  }

  Stored require(ApiKind kind, String namespace, String name) {
    Stored found = get(kind, namespace, name);
    if (found == null) {
      throw ApiError.notFound(kind, name);
    }
    return found;
  }

  /** Sorted by namespace and name; of all namespaces if it is null. */
  List<Stored> list(ApiKind kind, String namespace) {
    TreeMap<String, Stored> all = objects.get(kind);
    return List.copyOf(
        namespace == null ? all.values() : all.subMap(namespace + "/", namespace + "0").values());
  }

  /** Objects that have an owner of this uid. */
  List<Stored> dependents(String uid) {
    return List.copyOf(dependents.getOrDefault(uid, Map.of()).values());
  }

  Stored create(ApiKind kind, ObjectNode object, boolean dryRun) {
    return create(kind, object, dryRun, Map.of());
  }

  /** A server-side apply of an object that does not exist. */
  Stored createByApply(ApiKind kind, ObjectNode object, String manager) {
    ObjectNode applied = ObjectTrees.onlyApplicable(kind, Trees.withoutNulls(object.deepCopy()));
    return create(kind, object, false, Map.of(manager, applied));
  }

  private Stored create(
      ApiKind kind, ObjectNode object, boolean dryRun, Map<String, JsonNode> applied) {
    ObjectNode fresh = Trees.withoutNulls(object.deepCopy());
    ObjectNode metadata = Trees.child(fresh, "metadata");
    String namespace = metadata.path("namespace").asText("");
    String name = metadata.path("name").asText();
    if (get(kind, namespace, name) != null) {
      throw new ApiError(
          409, "AlreadyExists", "%s \"%s\" already exists".formatted(kind.plural(), name));
    }
    metadata.put("uid", new UUID(0x5ca1ab1eL << 32, ++uids).toString());
    metadata.put("creationTimestamp", seconds());
    metadata.put("generation", 1);
    metadata.remove(List.of("resourceVersion", "managedFields", "deletionTimestamp"));
    if (kind.statused()) {
      fresh.remove("status");
    }
    if (kind.equals(ApiKind.PODS)) {
      fresh.putObject("status").put("phase", "Pending").put("qosClass", "Burstable");
    }
    Stored created = Stored.of(kind, dryRun ? version : version + 1, fresh, applied);
    admission.accept(created);
    if (!dryRun) {
      store(null, created);
    }
    return created;
  }

  /**
   * Replaces an object, or its status.
   *
   * @return the same object as before if it does not change
   */
  Stored update(Stored before, ObjectNode object, boolean ofStatus, boolean dryRun) {
    requireSame(before, object);
    return change(
        before,
        dryRun,
        before.applied(),
        now -> ObjectTrees.replaced(now, object, before, ofStatus));
  }

  /** A writer may name the version and the uid that it has seen. */
  private static void requireSame(Stored stored, ObjectNode written) {
    JsonNode expected = written.path("metadata");
    boolean other =
        expected.has("resourceVersion")
            && !expected.path("resourceVersion").asText().equals("" + stored.version());
    boolean another = expected.has("uid") && !expected.path("uid").asText().equals(stored.uid());
    if (other || another) {
      throw ApiError.conflict(stored.kind(), stored.name());
    }
  }

  /** Changes an object by a patch of any kind; the same object as before if it does not change. */
  Stored patch(Stored before, UnaryOperator<ObjectNode> patch) {
    return change(before, false, before.applied(), patch);
  }

  /** A server-side apply to an object or its status. */
  Stored apply(Stored before, ObjectNode applied, String manager, boolean ofStatus) {
    ObjectNode given = Trees.withoutNulls(applied.deepCopy());
    requireSame(before, given);
    String key = manager + (ofStatus ? "/status" : "");
    if (ofStatus) {
      given.retain("status");
    } else {
      ObjectTrees.onlyApplicable(before.kind(), given);
    }
    JsonNode known = before.applied().getOrDefault(key, Trees.object());
    Map<String, JsonNode> applications = new LinkedHashMap<>(before.applied());
    applications.put(key, given);
    return change(
        before,
        false,
        applications,
        now -> {
          Trees.apply(now, known, given.deepCopy());
          return now;
        });
  }

  private Stored change(
      Stored before,
      boolean dryRun,
      Map<String, JsonNode> applied,
      UnaryOperator<ObjectNode> change) {
    ObjectNode next = change.apply(before.tree().deepCopy());
    if (dryRun || ObjectTrees.same(before.tree(), next)) {
      return dryRun ? Stored.of(before.kind(), version, next, applied) : before;
    }
    ObjectNode metadata = Trees.child(next, "metadata");
    if (before.kind().statused()
        && !ObjectTrees.specOf(before.tree()).equals(ObjectTrees.specOf(next))) {
      metadata.put("generation", before.metadata().path("generation").asLong() + 1);
    }
    Stored after = Stored.of(before.kind(), version + 1, next, applied);
    if (after.terminating() && after.metadata().path("finalizers").isEmpty()) {
      boolean finalized = !before.metadata().path("finalizers").isEmpty();
      if (finalized) {
        store(before, null);
        return after;
      }
    }
    store(before, after);
    return after;
  }

  /** Begins to delete an object; what has finalizers, or is a running pod, is gone later. */
  void delete(Stored object, boolean atOnce) {
    boolean finalized = !object.metadata().path("finalizers").isEmpty();
    boolean running =
        object.kind().equals(ApiKind.PODS) && object.tree().path("spec").has("nodeName");
    if (finalized || running && !atOnce) {
      if (!object.terminating()) {
        ObjectNode next = object.tree().deepCopy();
        Trees.child(next, "metadata").put("deletionTimestamp", seconds());
        store(object, Stored.of(object.kind(), version + 1, next, object.applied()));
      }
    } else {
      store(object, null);
    }
  }

  private void store(Stored before, Stored after) {
    version++;
    Stored any = after == null ? before : after;
    String key = any.namespace() + "/" + any.name();
    if (after == null) {
      objects.get(any.kind()).remove(key);
    } else {
      objects.get(any.kind()).put(key, after);
    }
    index(before, after);
    Change change = new Change(version, before, after);
    changes.add(change);
    if (changes.size() > MAX_REMEMBERED) {
      changes.subList(0, MAX_REMEMBERED / 2).clear();
      forgotten = version - changes.size();
    }
    List.copyOf(listeners).forEach(listener -> listener.accept(change));
  }

  private void index(Stored before, Stored after) {
    if (after == null) {
      existing.remove(before.uid());
    } else {
      existing.add(after.uid());
    }
    if (before != null) {
      owners(before).forEach(owner -> dependents.get(owner).remove(before.toString()));
    }
    if (after != null) {
      owners(after)
          .forEach(
              owner ->
                  dependents
                      .computeIfAbsent(owner, uid -> new LinkedHashMap<>())
                      .put(after.toString(), after));
    }
  }

  /** The uids of an object's owners. */
  static List<String> owners(Stored object) {
    List<String> uids = new ArrayList<>();
    if (object.metadata().get("ownerReferences") instanceof ArrayNode references) {
      references.forEach(owner -> uids.add(owner.path("uid").asText()));
    }
    return uids;
  }

  /** Whether an object of this uid exists. */
  boolean exists(String uid) {
    return existing.contains(uid);
  }

  private String seconds() {
    return clock.instant().truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
  }
}
