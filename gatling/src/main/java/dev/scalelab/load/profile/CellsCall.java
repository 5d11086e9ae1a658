package dev.scalelab.load.profile;

/**
 * The call of a configuration of cells.
 *
 * @param configuration its name
 */
public record CellsCall(String configuration) {
  private static final int THROWN = 500;

  /**
   * What is wrong with an answer of a status that was expected; null when nothing is.
   *
   * @param status 200, or 500
   * @param named the configuration that the answer names, or empty
   * @param fieldAtFault the field that an error names, or empty: a bean that throws as its table
   *     says is told from any other error by it
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
