package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Label and field selectors of lists and watches. */
final class Selectors {
  private static final Pattern SET = Pattern.compile("(\\S+) (in|notin) \\(([^)]*)\\)");

  private Selectors() {}

  static Predicate<Stored> labels(String selector) {
    Predicate<Stored> all = object -> true;
    for (String one : split(selector)) {
      all = all.and(label(one));
    }
    return all;
  }

  /** Commas within parentheses belong to a set. */
  private static List<String> split(String selector) {
    List<String> parts = new ArrayList<>();
    if (selector != null && !selector.isEmpty()) {
      parts.addAll(Arrays.asList(selector.split(",(?![^(]*\\))")));
    }
    return parts;
  }

  private static Predicate<Stored> label(String one) {
    Matcher set = SET.matcher(one);
    if (set.matches()) {
      List<String> values = List.of(set.group(3).split(","));
      boolean in = set.group(2).equals("in");
      return object -> values.contains(object.label(set.group(1))) == in;
    }
    if (one.startsWith("!")) {
      return object -> object.label(one.substring(1)) == null;
    }
    int equals = one.indexOf('=');
    if (equals < 0) {
      return object -> object.label(one) != null;
    }
    if (one.charAt(equals - 1) == '!') {
      String value = one.substring(equals + 1);
      return object -> !value.equals(object.label(one.substring(0, equals - 1)));
    }
    String value = one.substring(one.lastIndexOf('=') + 1);
    return object -> value.equals(object.label(one.substring(0, equals)));
  }

  static Predicate<Stored> fields(String selector) {
    Predicate<Stored> all = object -> true;
    for (String one : split(selector)) {
      int equals = one.indexOf('=');
      String pointer = "/" + one.substring(0, equals).replace('.', '/');
      String value = one.substring(one.lastIndexOf('=') + 1);
      all = all.and(object -> value.equals(text(object.tree().at(pointer))));
    }
    return all;
  }

  private static String text(JsonNode field) {
    return field.isMissingNode() ? "" : field.asText();
  }
}
