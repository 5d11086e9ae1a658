package dev.scalelab.operator.platform;

import java.util.List;

/** The end of a container's output, short enough for a message. */
public final class LastWords {
  private static final int LINES = 3;
  private static final int CHARACTERS = 400;

  private LastWords() {}

  /**
   * The last lines that a person can read: records for machines, which begin with a brace, are left
   * out. Empty when there are none.
   *
   * @param output the end of the output; null is none
   */
  public static String of(String output) {
    if (output == null) {
      return "";
    }
    List<String> lines =
        output
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("{"))
            .toList();
    String end = String.join(" / ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    return end.length() <= CHARACTERS ? end : "..." + end.substring(end.length() - CHARACTERS);
  }
}
