package dev.scalelab.operator.api;

/**
 * Messages in a status. They are shortened to what the schema allows, so that the status can always
 * be written.
 */
public final class Message {
  /** The longest message that the schema allows, in characters. */
  static final int LONGEST = 2048;

  private Message() {}

  /** The message, shortened to the limit of a status; null stays null. */
  public static String shorten(String message) {
    return shorten(message, LONGEST);
  }

  /** The message, shortened. @param longest maximum number of characters */
  public static String shorten(String message, int longest) {
    return message == null || message.length() <= longest
        ? message
        : message.substring(0, longest - 1) + "…";
  }
}
