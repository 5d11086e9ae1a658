package dev.scalelab.operator.measurement;

import java.util.List;
import java.util.function.Predicate;

/**
 * A setting of the servers as requested.
 *
 * @param name its name among the settings in force
 * @param field the field that sets it
 * @param value the requested value as text
 * @param agrees whether a value in force is the requested one
 * @param ofOthers the same for servers of another tier; null if all have the same
 */
record Requested(
    String name, String field, String value, Predicate<String> agrees, Requested ofOthers) {

  /** A setting of all servers. */
  Requested(String name, String field, String value, Predicate<String> agrees) {
    this(name, field, value, agrees, null);
  }

  /** The same setting where the servers of another tier may have it from another field. */
  Requested beside(Requested other) {
    return field.equals(other.field) && value.equals(other.value)
        ? this
        : new Requested(name, field, value, agrees, other);
  }

  /** Which field requests what, for each tier. */
  String text() {
    String text = field + " requests " + value;
    if (ofOthers == null) {
      return text;
    }
    String other = ofOthers.field.equals(field) ? ofOthers.value : ofOthers.text();
    return text + " and " + other;
  }

  /**
   * Whether each value is a requested one, and each requested one is in force.
   *
   * @param mayMiss whether no server of a tier may have reported
   */
  boolean isInForce(List<String> values, boolean mayMiss) {
    if (ofOthers == null) {
      return values.stream().allMatch(agrees);
    }
    return values.stream().allMatch(agrees.or(ofOthers.agrees))
        && (mayMiss
            || values.stream().anyMatch(agrees) && values.stream().anyMatch(ofOthers.agrees));
  }
}
