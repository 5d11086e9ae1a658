package dev.scalelab.operator.reconcile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * What is done at each kind of step. A table without an entry for one cannot be made; Java 17 has
 * no switch over sealed types, by which the compiler would find it.
 */
final class StepTable<C, R> {
  private final Map<Class<?>, BiFunction<C, NextStep, R>> entries;

  private StepTable(Map<Class<?>, BiFunction<C, NextStep, R>> entries) {
    this.entries = Map.copyOf(entries);
  }

  R at(C context, NextStep step) {
    return entries.get(step.getClass()).apply(context, step);
  }

  /** All records of a sealed type. */
  static Stream<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(StepTable::kinds)
        : Stream.of(type);
  }

  /** Collects the entries. */
  static final class Builder<C, R> {
    private final Map<Class<?>, BiFunction<C, NextStep, R>> entries = new HashMap<>();

    /**
     * For a sealed type: of its kinds that have no entry yet.
     *
     * @throws IllegalStateException if a type that is not sealed has an entry already
     */
    <S extends NextStep> Builder<C, R> at(Class<S> type, BiFunction<C, S, R> result) {
      if (entries.containsKey(type)) {
        throw new IllegalStateException("a second entry for the step " + type.getSimpleName());
      }
      kinds(type)
          .forEach(
              kind ->
                  entries.putIfAbsent(kind, (context, s) -> result.apply(context, type.cast(s))));
      return this;
    }

    /** Does something, with the same result each time. */
    <S extends NextStep> Builder<C, R> at(Class<S> type, R result, BiConsumer<C, S> action) {
      return at(
          type,
          (context, step) -> {
            action.accept(context, step);
            return result;
          });
    }

    /** Does nothing. */
    @SafeVarargs
    final Builder<C, R> nothingAt(R result, Class<? extends NextStep>... types) {
      List.of(types).forEach(type -> at(type, (context, step) -> result));
      return this;
    }

    StepTable<C, R> build() {
      List<String> missing =
          kinds(NextStep.class)
              .filter(kind -> !entries.containsKey(kind))
              .map(Class::getSimpleName)
              .toList();
      if (!missing.isEmpty()) {
        throw new IllegalStateException("no entry for the steps " + missing);
      }
      return new StepTable<>(entries);
    }
  }
}
