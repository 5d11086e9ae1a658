package dev.scalelab.load.profile;

/**
 * The call of a configuration of cells.
 *
 * @param configuration name of the configuration
 */
public record CellsCall(String configuration) {
  private static final int THROWN = 500;

  /**
   * Checks a response with an expected status; returns null if nothing is wrong.
   *
   * @param status 200, or 500
   * @param named the configuration in the response, or empty
   * @param fieldAtFault the field in an error, or empty: it distinguishes a bean that throws as
   *     configured in the table from any other error
   */
  public String flaw(int status, String named, String fieldAtFault) {
    if (status == THROWN) {
      return fieldAtFault.equals("configuration")
          ? "configuration " + configuration + " has thrown"
          : "HTTP " + THROWN;
    }
    return named.equals(configuration) ? null : "answer of another configuration";
  }
}
