package dev.scalelab.operator.diagnosis;

import java.util.EnumMap;
import java.util.Map;

/**
 * One resource of a system.
 *
 * @param database the database that it belongs to; null where there is at most one
 */
public record Place(Resource resource, String database) {
  private static final Map<Resource, Place> ONLY = new EnumMap<>(Resource.class);

  static {
    for (Resource resource : Resource.values()) {
      ONLY.put(resource, new Place(resource, null));
    }
  }

  /** A resource of which there is one. */
  public static Place of(Resource resource) {
    return ONLY.get(resource);
  }

  /** A resource of one of several databases, or, for null, a resource of which there is one. */
  static Place of(Resource resource, String database) {
    return database == null ? of(resource) : new Place(resource, database);
  }

  String text() {
    return database == null ? resource.text() : resource.text() + " (" + database + ")";
  }
}
