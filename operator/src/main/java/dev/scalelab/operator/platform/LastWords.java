package dev.scalelab.operator.platform;

import java.util.List;

/** The end of a container's output, short enough for a message. */
public final class LastWords {
  private static final int LINES = 3;
  private static final int CHARACTERS = 400;

  private LastWords() {}

  /**
   * The last readable lines; records, which begin with a brace, are left out. Empty if there are
   * none.
   *
   * @param output the end of the output; may be null
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
