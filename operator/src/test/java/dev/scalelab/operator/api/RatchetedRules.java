package dev.scalelab.operator.api;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes the rules of the resource and of its spec apply only when a field that they read changes.
 * The API server itself does so only for rules of an unchanged block: a version that tightens a
 * rule of spec would otherwise refuse every change of a stored experiment that breaks it, even
 * suspend, and one of the resource also its status and its finalizers.
 */
final class RatchetedRules {
  /** A field that a rule reads, as self.load.step, without what is called on it. */
  private static final Pattern PATH =
      Pattern.compile("(?<![A-Za-z.])self((?:\\.[A-Za-z]+)+)(\\()?");

  private static final String OLD = "oldSelf";
  private static final String OPTIONAL_OLD = "oldSelf.value()";

  private RatchetedRules() {}

  /** Guards the rules of a kind. */
  static void guard(JSONSchemaProps root) {
    JSONSchemaProps spec = root.getProperties().get("spec");
    for (ValidationRule rule : rules(root)) {
      rule.setRule("%s || (%s)".formatted(unchanged(rule.getRule(), root, 3, OLD), rule.getRule()));
    }
    for (ValidationRule rule : rules(spec)) {
      String unchanged = unchanged(rule.getRule(), spec, 2, OPTIONAL_OLD);
      if (!unchanged.isEmpty()) { // a trial's whole spec may not change
        rule.setRule("oldSelf.hasValue() && %s || (%s)".formatted(unchanged, rule.getRule()));
        rule.setOptionalOldSelf(true);
      }
    }
  }

  private static List<ValidationRule> rules(JSONSchemaProps schema) {
    return schema.getXKubernetesValidations() == null
        ? List.of()
        : schema.getXKubernetesValidations();
  }

  /** That nothing which a rule reads has changed. */
  private static String unchanged(String rule, JSONSchemaProps schema, int depth, String old) {
    TreeSet<String> paths = new TreeSet<>();
    Matcher found = PATH.matcher(rule);
    while (found.find()) {
      List<String> names = Arrays.asList(found.group(1).substring(1).split("\\."));
      int length = found.group(2) == null ? names.size() : names.size() - 1; // a method's name
      if (!names.get(0).equals("status")) {
        paths.add(String.join(".", names.subList(0, Math.min(depth, length))));
      }
    }
    return paths.stream().map(path -> same(path, schema, old)).collect(Collectors.joining(" && "));
  }

  private static String same(String path, JSONSchemaProps schema, String old) {
    String equal = "self.%1$s == %2$s.%1$s".formatted(path, old);
    return isAlwaysThere(path, schema)
        ? equal
        : "(has(self.%1$s) ? has(%2$s.%1$s) && %3$s : !has(%2$s.%1$s))".formatted(path, old, equal);
  }

  private static boolean isAlwaysThere(String path, JSONSchemaProps schema) {
    JSONSchemaProps holder = schema;
    String[] names = path.split("\\.");
    for (int i = 0; i < names.length - 1; i++) {
      holder = holder.getProperties().get(names[i]);
    }
    String name = names[names.length - 1];
    return holder.getProperties().get(name).getDefault() != null
        || holder.getRequired() != null && holder.getRequired().contains(name);
  }
}
