package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What the API server keeps, drops and compares of a written object. */
final class ObjectTrees {
  private static final List<String> OF_VERSION = List.of("resourceVersion", "generation");

  private ObjectTrees() {}

  /** An object after an update of it or of its status. */
  static ObjectNode replaced(ObjectNode now, ObjectNode object, Stored before, boolean ofStatus) {
    ObjectNode given = Trees.withoutNulls(object.deepCopy());
    if (!before.kind().statused()) {
      return withMetadata(given, now);
    }
    if (ofStatus) {
      return now.set("status", given.path("status"));
    }
    ObjectNode next = withMetadata(given, now);
    next.remove("status");
    return now.has("status") ? next.set("status", now.path("status")) : next;
  }

  /** What the API server sets itself remains. */
  private static ObjectNode withMetadata(ObjectNode given, ObjectNode now) {
    ObjectNode metadata = Trees.child(given, "metadata");
    for (String own :
        List.of("uid", "creationTimestamp", "deletionTimestamp", "generation", "managedFields")) {
      metadata.set(own, now.path("metadata").get(own));
    }
    return Trees.withoutNulls(given);
  }

  /** Without a status, and of the metadata only what has managers. */
  static ObjectNode onlyApplicable(ApiKind kind, ObjectNode given) {
    if (kind.statused()) {
      given.remove("status");
    }
    Trees.child(given, "metadata").retain("labels", "annotations", "ownerReferences", "finalizers");
    return given;
  }

  /** Whether they differ in nothing but what every write changes. */
  static boolean same(ObjectNode one, ObjectNode other) {
    return comparable(one).equals(comparable(other));
  }

  private static ObjectNode comparable(ObjectNode tree) {
    ObjectNode copy = Trees.object();
    copy.setAll(tree);
    if (tree.get("metadata") instanceof ObjectNode metadata) {
      ObjectNode reduced = Trees.object();
      reduced.setAll(metadata);
      reduced.remove(OF_VERSION);
      copy.set("metadata", reduced);
    }
    return copy;
  }

  /** Whose change raises the generation. */
  static ObjectNode specOf(ObjectNode tree) {
    ObjectNode copy = Trees.object();
    copy.setAll(tree);
    copy.remove(List.of("metadata", "status"));
    return copy;
  }
}
