package dev.scalelab.operator.api;

/**
 * Words for people in a status: what the schema does not take must not keep a status from being
 * written.
 */
public final class Message {
  /** The longest message that the schema allows, in characters. */
  static final int LONGEST = 2048;

  private Message() {}

  /** The message, cut to what a status takes; null stays null. */
  public static String shorten(String message) {
    return shorten(message, LONGEST);
  }

  /**
   * The message, cut.
   *
   * @param longest the most characters that it may have
   */
  public static String shorten(String message, int longest) {
    return message == null || message.length() <= longest
        ? message
        : message.substring(0, longest - 1) + "…";
  }
}
