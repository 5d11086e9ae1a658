package dev.scalelab.operator.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Garbage collectors that options of a Java virtual machine choose or exclude. Other options end in
 * "GC" too, such as -XX:+UseMaximumCompactionOnSystemGC. Pure.
 */
public final class Collectors {
  private static final Pattern OPTION =
      Pattern.compile("-XX:([+-])Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");

  private Collectors() {}

  /** The collector that options choose, such as "G1"; empty if they choose none. */
  public static Optional<String> named(List<String> options) {
    return found(options)
        .filter(option -> option.group(1).equals("+"))
        .map(option -> option.group(2))
        .findFirst();
  }

  /** Whether options choose or exclude any. */
  public static boolean mentioned(List<String> options) {
    return found(options).findAny().isPresent();
  }

  private static Stream<Matcher> found(List<String> options) {
    return (options == null ? Stream.<String>of() : options.stream())
        .map(OPTION::matcher)
        .filter(Matcher::matches);
  }
}
