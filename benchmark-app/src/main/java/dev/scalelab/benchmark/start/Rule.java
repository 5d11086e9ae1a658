package dev.scalelab.benchmark.start;

import java.util.List;
import java.util.regex.Pattern;

/** What the value of a setting must be. */
interface Rule {

  /** Anything: the server itself, or Java, has the rule. */
  Rule ANY = value -> "";

  /** Few digits, so that they fit into an int, and only one way to write a number. */
  Pattern WHOLE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,6}");

  /** The rule as text with the offending value, or empty if the value keeps it. */
  String broken(String value);

  static Rule oneOf(String... allowed) {
    List<String> values = List.of(allowed);
    int last = values.size() - 1;
    String description = String.join(", ", values.subList(0, last)) + " or " + values.get(last);
    return value -> values.contains(value) ? "" : mustBe(description, value);
  }

  static Rule yesOrNo() {
    return oneOf("true", "false");
  }

  static Rule whole(int min, int max) {
    return value ->
        inRange(value, min, max) ? "" : mustBe("a whole number from " + min + " to " + max, value);
  }

  static Rule bytes(int max) {
    return value ->
        inRange(value, 0, max) ? "" : mustBe("a whole number of bytes, at most " + max, value);
  }

  /** An address that begins with one of these. */
  static Rule address(String description, String... begins) {
    List<String> schemes = List.of(begins);
    return value -> {
      for (String scheme : schemes) {
        if (value.startsWith(scheme) && value.length() > scheme.length()) {
          return "";
        }
      }
      return mustBe(description, value);
    };
  }

  /** Some of these, separated by commas. */
  static Rule someOf(List<String> allowed) {
    int last = allowed.size() - 1;
    String description = String.join(", ", allowed.subList(0, last)) + " and " + allowed.get(last);
    return value -> {
      for (String one : value.split("[,\\s]+")) {
        if (!one.isEmpty() && !allowed.contains(one)) {
          return mustBe("some of " + description, one);
        }
      }
      return "";
    };
  }

  private static boolean inRange(String value, int min, int max) {
    return WHOLE_NUMBER.matcher(value).matches()
        && Integer.parseInt(value) >= min
        && Integer.parseInt(value) <= max;
  }

  static String mustBe(String description, String value) {
    return "must be " + description + ", not " + (value.isEmpty() ? "empty" : value);
  }
}
