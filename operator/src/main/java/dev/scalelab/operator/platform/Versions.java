package dev.scalelab.operator.platform;

/** Compares resource versions of one object, which are numbers on every API server today. */
public final class Versions {
  private Versions() {}

  /**
   * Whether one version is later than another. If they cannot be compared, any other counts as
   * later, so that at worst an object is read once more than necessary.
   */
  public static boolean isLater(String version, String other) {
    try {
      return Long.parseUnsignedLong(version) > Long.parseUnsignedLong(other);
    } catch (NumberFormatException e) {
      return !version.equals(other);
    }
  }
}
