package dev.scalelab.operator.api;

/**
 * Messages in a status. They are shortened to what the schema allows, so that the status can always
 * be written.
 */
public final class Message {
  /** The longest message that the schema allows, in characters. */
  static final int LONGEST = 2048;

  private Message() {}

  /** A number of things, as 1 step or 2 steps. */
  public static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /** All of a number of things, as the server or all 2 servers. */
  public static String all(long number, String thing) {
    return number == 1 ? "the " + thing : "all " + count(number, thing);
  }

  /** The message, shortened to the limit of a status; null stays null. */
  public static String shorten(String message) {
    return shorten(message, LONGEST);
  }

  /**
   * The message without its last clauses, or at least without its last words, if it is too long.
   *
   * @param longest maximum number of characters
   */
  public static String shorten(String message, int longest) {
    if (message == null || message.length() <= longest) {
      return message;
    }
    String start = message.substring(0, longest - 2);
    int clause = start.lastIndexOf("; ");
    int word = start.lastIndexOf(' ');
    if (clause > longest / 2) {
      return start.substring(0, clause) + "; …";
    }
    return word > longest / 2
        ? start.substring(0, word) + " …"
        : message.substring(0, longest - 1) + "…";
  }
}
