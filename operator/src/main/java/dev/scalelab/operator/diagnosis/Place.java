package dev.scalelab.operator.diagnosis;

/**
 * One resource of a system.
 *
 * @param database the database that it belongs to; null where there is at most one
 */
public record Place(Resource resource, String database) {

  /** A resource of which there is one. */
  public static Place of(Resource resource) {
    return new Place(resource, null);
  }

  String text() {
    return database == null ? resource.text() : resource.text() + " (" + database + ")";
  }
}
