package dev.scalelab.benchmark.start;

import java.util.List;
import java.util.regex.Pattern;

/** What the value of a setting must be. */
interface Rule {

  /** Anything: the server itself, or Java, has the rule. */
  Rule ANY = value -> "";

  /** Few digits, so that they fit into an int, and only one way to write a number. */
  Pattern WHOLE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,6}");

  /** The rule in words with the offending value, or empty if the value keeps it. */
  String broken(String value);

  static Rule oneOf(String... allowed) {
    List<String> values = List.of(allowed);
    int last = values.size() - 1;
    String words = String.join(", ", values.subList(0, last)) + " or " + values.get(last);
    return value -> values.contains(value) ? "" : mustBe(words, value);
  }

  static Rule yesOrNo() {
    return oneOf("true", "false");
  }

  static Rule whole(int least, int most) {
    return value ->
        inRange(value, least, most)
            ? ""
            : mustBe("a whole number from " + least + " to " + most, value);
  }

  static Rule bytes(int most) {
    return value ->
        inRange(value, 0, most) ? "" : mustBe("a whole number of bytes, at most " + most, value);
  }

  /** An address that begins with one of these. */
  static Rule address(String words, String... begins) {
    List<String> schemes = List.of(begins);
    return value -> {
      for (String scheme : schemes) {
        if (value.startsWith(scheme) && value.length() > scheme.length()) {
          return "";
        }
      }
      return mustBe(words, value);
    };
  }

  /** Some of these, separated by commas. */
  static Rule someOf(List<String> allowed) {
    int last = allowed.size() - 1;
    String words = String.join(", ", allowed.subList(0, last)) + " and " + allowed.get(last);
    return value -> {
      for (String one : value.split("[,\\s]+")) {
        if (!one.isEmpty() && !allowed.contains(one)) {
          return mustBe("some of " + words, one);
        }
      }
      return "";
    };
  }

  private static boolean inRange(String value, int least, int most) {
    return WHOLE_NUMBER.matcher(value).matches()
        && Integer.parseInt(value) >= least
        && Integer.parseInt(value) <= most;
  }

  static String mustBe(String words, String value) {
    return "must be " + words + ", not " + (value.isEmpty() ? "empty" : value);
  }
}
