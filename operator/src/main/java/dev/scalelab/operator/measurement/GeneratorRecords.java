package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.loadrun.LoadRecordStepBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jboss.logging.Logger;

/**
 * Merges the records of a run's load generators, each of which reports its own part. A record is
 * merged only when all of them have reported it.
 */
public final class GeneratorRecords {
  private static final Logger LOG = Logger.getLogger(GeneratorRecords.class);

  private GeneratorRecords() {}

  /**
   * The run's records so far: its start, its steps in order, its end. Counts are added; histograms
   * are merged, and percentiles calculated from the result; windows are those of the first
   * generator.
   *
   * @param ofEach records of each generator, by its number, from 0
   * @param generators number of generators; the records of a single one are not changed
   */
  public static List<LoadRecord> merge(Map<Integer, List<LoadRecord>> ofEach, int generators) {
    if (generators == 1) {
      return ofEach.getOrDefault(0, List.of());
    }
    List<List<LoadRecord>> all =
        IntStream.range(0, generators)
            .mapToObj(generator -> ofEach.getOrDefault(generator, List.of()))
            .toList();
    List<LoadRecord> merged = new ArrayList<>();
    ofAll(all, LoadRecord.Start.class).map(GeneratorRecords::start).ifPresent(merged::add);
    all.get(0).stream()
        .flatMap(line -> as(LoadRecord.Step.class, line))
        .map(LoadRecord.Step::step)
        .distinct()
        .forEach(step -> ofAll(all, step).flatMap(GeneratorRecords::step).ifPresent(merged::add));
    ofAll(all, LoadRecord.Run.class).map(GeneratorRecords::run).ifPresent(merged::add);
    return merged;
  }

  /** Each generator's first record of a kind; empty if one has none. */
  private static <R extends LoadRecord> Optional<List<R>> ofAll(
      List<List<LoadRecord>> all, Class<R> kind) {
    return complete(all.stream().map(own -> own.stream().flatMap(line -> as(kind, line))), all);
  }

  private static Optional<List<LoadRecord.Step>> ofAll(List<List<LoadRecord>> all, int number) {
    return complete(
        all.stream()
            .map(
                own ->
                    own.stream()
                        .flatMap(line -> as(LoadRecord.Step.class, line))
                        .filter(step -> step.step() == number)),
        all);
  }

  private static <R> Optional<List<R>> complete(
      Stream<Stream<R>> found, List<List<LoadRecord>> all) {
    List<R> firsts = found.flatMap(own -> own.findFirst().stream()).toList();
    return firsts.size() == all.size() ? Optional.of(firsts) : Optional.empty();
  }

  private static <R> Stream<R> as(Class<R> kind, LoadRecord line) {
    return kind.isInstance(line) ? Stream.of(kind.cast(line)) : Stream.empty();
  }

  private static LoadRecord start(List<LoadRecord.Start> all) {
    Instant first = first(all.stream().map(LoadRecord.Start::startedAt));
    return new LoadRecord.Start(all.get(0).run(), first);
  }

  /** Contradicting records are no measurement: their step stays missing. */
  private static Optional<LoadRecord> step(List<LoadRecord.Step> all) {
    try {
      return Optional.of(merged(all));
    } catch (IllegalArgumentException e) {
      LOG.warnf(
          "%s: the records of step %d are ignored: %s",
          all.get(0).run(), all.get(0).step(), e.getMessage());
      return Optional.empty();
    }
  }

  private static LoadRecord.Step merged(List<LoadRecord.Step> all) {
    LoadRecord.Step first = all.get(0);
    for (LoadRecord.Step other : all) {
      if (!Objects.equals(first.targetPerSecond(), other.targetPerSecond())
          || !Objects.equals(first.users(), other.users())
          || first.measuredSeconds() != other.measuredSeconds()
          || !sameStream(first.stream(), other.stream())) {
        throw new IllegalArgumentException("its generators have different targets");
      }
    }
    // What is not set is known of each generator only: see ofEach.
    return LoadRecordStepBuilder.builder()
        .run(first.run())
        .step(first.step())
        .targetPerSecond(first.targetPerSecond())
        .users(first.users())
        .startedAt(first.startedAt())
        .measuredFrom(first.measuredFrom())
        .measuredTo(first.measuredTo())
        .measuredSeconds(first.measuredSeconds())
        .scheduled(sum(all, LoadRecord.Step::scheduled))
        .sent(sum(all, LoadRecord.Step::sent))
        .shed(sum(all, LoadRecord.Step::shed))
        .completed(sum(all, LoadRecord.Step::completed))
        .failed(sum(all, LoadRecord.Step::failed))
        .requests(sum(all, LoadRecord.Step::requests))
        .transactions(
            byName(all.stream().map(LoadRecord.Step::transactions), GeneratorRecords::transaction))
        .sentHistogram(sentHistogram(all.stream().map(LoadRecord.Step::sentHistogram).toList()))
        .errors(errors(all.stream().map(LoadRecord.Step::errors)))
        .pods(
            byName(all.stream().map(LoadRecord.Step::pods), counts -> sum(counts, Long::longValue)))
        .cpuSeconds(all.stream().mapToDouble(LoadRecord.Step::cpuSeconds).sum())
        .stream(
            first.stream() == null
                ? null
                : stream(all.stream().map(LoadRecord.Step::stream).toList()))
        .ofEach(all)
        .series(MergedSeries.of(all.stream().map(LoadRecord.Step::series).toList()))
        .state(added(all.stream().map(LoadRecord.Step::state), StateCounts::plus))
        .largeOrdersMade(added(all.stream().map(LoadRecord.Step::largeOrdersMade), Long::sum))
        .failedBy(added(all.stream().map(LoadRecord.Step::failedBy), RequestFailures::plus))
        .build();
  }

  /** The sum of those that are reported; null if none is. */
  private static <T> T added(Stream<T> all, BinaryOperator<T> plus) {
    return all.filter(Objects::nonNull).reduce(plus).orElse(null);
  }

  private static boolean sameStream(LoadRecord.Stream one, LoadRecord.Stream other) {
    return one == null || other == null
        ? one == other
        : one.transaction().equals(other.transaction())
            && one.targetPerSecond() == other.targetPerSecond();
  }

  private static LoadRecord.Stream stream(List<LoadRecord.Stream> all) {
    LoadRecord.Stream first = all.get(0);
    return new LoadRecord.Stream(
        first.transaction(),
        first.targetPerSecond(),
        sum(all, LoadRecord.Stream::scheduled),
        sum(all, LoadRecord.Stream::ok),
        sum(all, LoadRecord.Stream::failed),
        histogram(all.stream().map(LoadRecord.Stream::histogram)),
        sentHistogram(all.stream().map(LoadRecord.Stream::sentHistogram).toList()),
        errors(all.stream().map(LoadRecord.Stream::errors)),
        null);
  }

  private static LoadRecord.Transaction transaction(List<LoadRecord.Transaction> all) {
    return new LoadRecord.Transaction(
        sum(all, LoadRecord.Transaction::sent),
        sum(all, LoadRecord.Transaction::shed),
        sum(all, LoadRecord.Transaction::ok),
        sum(all, LoadRecord.Transaction::failed),
        sum(all, LoadRecord.Transaction::requests),
        all.stream().mapToInt(LoadRecord.Transaction::requestsEach).max().orElseThrow(),
        histogram(all.stream().map(LoadRecord.Transaction::histogram)));
  }

  /** The merged histogram of all; null if none has one. */
  private static String histogram(Stream<String> all) {
    List<Histogram> histograms = all.filter(Objects::nonNull).map(Histograms::decode).toList();
    return histograms.isEmpty() ? null : Histograms.encode(Histograms.merge(histograms));
  }

  /** The same for times from the sending; null if one of them has none. */
  private static String sentHistogram(List<String> all) {
    return all.contains(null)
        ? null
        : Histograms.encode(
            Histograms.merge(
                all.stream().map(Histograms::decode).toList(), Histograms.COARSE_DIGITS));
  }

  private static List<LoadRecord.Failure> errors(Stream<List<LoadRecord.Failure>> all) {
    Map<String, Long> counts =
        all.filter(Objects::nonNull)
            .flatMap(List::stream)
            .collect(
                Collectors.groupingBy(
                    LoadRecord.Failure::reason,
                    TreeMap::new,
                    Collectors.summingLong(LoadRecord.Failure::count)));
    return counts.entrySet().stream()
        .map(error -> new LoadRecord.Failure(error.getKey(), error.getValue()))
        .sorted(Comparator.comparingLong(LoadRecord.Failure::count).reversed())
        .toList();
  }

  private static LoadRecord run(List<LoadRecord.Run> all) {
    return new LoadRecord.Run(
        all.get(0).run(),
        first(all.stream().map(LoadRecord.Run::startedAt)),
        all.stream().map(LoadRecord.Run::finishedAt).max(Comparator.naturalOrder()).orElseThrow(),
        byName(
            all.stream().map(LoadRecord.Run::totals),
            counts ->
                new LoadRecord.Outcome(
                    sum(counts, LoadRecord.Outcome::ok),
                    sum(counts, LoadRecord.Outcome::failed),
                    sum(counts, LoadRecord.Outcome::shed))),
        sum(all, LoadRecord.Run::requests),
        sum(all, LoadRecord.Run::failedRequests),
        streamTotals(all.stream().map(LoadRecord.Run::stream).filter(Objects::nonNull).toList()),
        null,
        machineIndex(all),
        writes(all));
  }

  /** Those of all generators; null if one of them has given no numbers. */
  private static Map<String, Map<Integer, LoadRecord.Writes>> writes(List<LoadRecord.Run> all) {
    if (all.stream().anyMatch(run -> run.writes() == null)) {
      return null;
    }
    return byName(
        all.stream().map(LoadRecord.Run::writes),
        parts -> {
          Map<Integer, LoadRecord.Writes> joined = new TreeMap<>();
          parts.forEach(joined::putAll);
          return joined;
        });
  }

  /** Mean of the generators' machines; null if one of them has not reported it. */
  private static Double machineIndex(List<LoadRecord.Run> all) {
    return all.stream().anyMatch(run -> run.machineIndex() == null)
        ? null
        : (Double) all.stream().mapToDouble(LoadRecord.Run::machineIndex).average().orElseThrow();
  }

  private static LoadRecord.StreamTotals streamTotals(List<LoadRecord.StreamTotals> all) {
    return all.isEmpty()
        ? null
        : new LoadRecord.StreamTotals(
            all.get(0).transaction(),
            sum(all, LoadRecord.StreamTotals::ok),
            sum(all, LoadRecord.StreamTotals::failed),
            sum(all, LoadRecord.StreamTotals::shed),
            sum(all, LoadRecord.StreamTotals::requests),
            sum(all, LoadRecord.StreamTotals::failedRequests));
  }

  private static Instant first(Stream<Instant> instants) {
    return instants.min(Comparator.naturalOrder()).orElseThrow();
  }

  private static <T> long sum(Collection<T> all, ToLongFunction<T> count) {
    return all.stream().mapToLong(count).sum();
  }

  /** Merges the values of several maps by name. */
  private static <T> Map<String, T> byName(Stream<Map<String, T>> all, Function<List<T>, T> merge) {
    Map<String, List<T>> named = new TreeMap<>();
    all.filter(Objects::nonNull)
        .forEach(
            own ->
                own.forEach(
                    (name, value) ->
                        named.computeIfAbsent(name, absent -> new ArrayList<>()).add(value)));
    Map<String, T> merged = new TreeMap<>();
    named.forEach((name, values) -> merged.put(name, merge.apply(values)));
    return merged;
  }
}
