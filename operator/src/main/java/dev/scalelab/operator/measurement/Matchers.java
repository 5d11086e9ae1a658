package dev.scalelab.operator.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The matchers of a selector's labels, applied to series as Prometheus does. */
final class Matchers {
  private static final Pattern MATCHER =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)(=~|!~|!=|=)\"((?:[^\"\\\\]|\\\\.)*)\"");

  private record One(String label, boolean not, Pattern value) {
    boolean matches(Series series) {
      return value.matcher(series.label(label)).matches() != not;
    }
  }

  private final List<One> all = new ArrayList<>();

  /**
   * Reads matchers.
   *
   * @param text without braces, as {@code pod=~"a|b",tier="database"}
   */
  Matchers(String text) {
    Matcher found = MATCHER.matcher(text);
    while (found.find()) {
      String value = found.group(3).replaceAll("\\\\(.)", "$1");
      boolean pattern = found.group(2).endsWith("~");
      all.add(
          new One(
              found.group(1),
              found.group(2).startsWith("!"),
              Pattern.compile(pattern ? value : Pattern.quote(value))));
    }
  }

  /** Whether a series has these labels. */
  boolean match(Series series) {
    return all.stream().allMatch(one -> one.matches(series));
  }

  /** Whether there is a matcher of a label. */
  boolean constrain(String label) {
    return all.stream().anyMatch(one -> one.label().equals(label));
  }
}
