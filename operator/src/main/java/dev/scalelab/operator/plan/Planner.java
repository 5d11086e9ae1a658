package dev.scalelab.operator.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Creates the plan of a spec. Pure: the same spec always gives the same plan. */
public final class Planner {
  /**
   * A StatefulSet's pods have its name and a hash of 11 characters in a label, which is limited to
   * 63.
   */
  private static final int LONGEST_STATEFUL_SET = 63 - 11;

  /** CloudNativePG's own limit for the name of a Cluster. */
  private static final int LONGEST_DATABASE = 50;

  /** Job names become label values of their pods. */
  private static final int LONGEST_JOB = 63;

  /** Runs of one trial: repetitions and repeats; two digits in a name. */
  private static final int HIGHEST_RUN = 99;

  /** The API server accepts objects of up to 1.5 MiB; the rest is for everything except steps. */
  private static final int MAX_BYTES_OF_STEPS = 1_200_000;

  /**
   * Size of a step in a trial's stored status: 4 KB, ten errors with long reasons, ten more of its
   * stream, and why it is invalid.
   */
  private static final int BYTES_OF_A_STEP = 10_800;

  private static final int BYTES_OF_A_SERVER_IN_A_STEP = 150;

  /** For each database except the first. */
  private static final int BYTES_OF_A_DATABASE_IN_A_STEP = 350;

  private static final int BYTES_OF_A_REPLICA_IN_A_STEP = 220;

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private Planner() {}

  /** As below, without default pod settings, for an experiment that has not started. */
  public static Plan plan(String experiment, ScalabilityExperimentSpec spec) {
    return plan(experiment, spec, PodSettings.NONE, List.of());
  }

  /**
   * The configurations of a spec: by variant, then by factors, then ascending by servers. Those
   * that break a rule are in the plan's violations instead of its configurations.
   *
   * @param pods default settings of all pods
   * @param recorded settings of databases that are used since the experiment started; empty before
   */
  public static Plan plan(
      String experiment,
      ScalabilityExperimentSpec given,
      PodSettings pods,
      List<EffectiveDatabase> recorded) {
    return plan(experiment, given, pods, recorded, null);
  }

  /**
   * As above.
   *
   * @param verification one more configuration, by which a diagnosis is verified; null without one
   */
  public static Plan plan(
      String experiment,
      ScalabilityExperimentSpec given,
      PodSettings pods,
      List<EffectiveDatabase> recorded,
      Verification verification) {
    Sweep sweep = new Sweep(given, verification);
    Layouts layouts = new Layouts(recorded, sweep.choices());
    Resolver resolver = new Resolver(pods, sweep.choices());
    List<Configuration> configurations = new ArrayList<>();
    List<ScalabilityExperimentSpec> systems = new ArrayList<>();
    for (Sweep.Choice choice : sweep.choices()) {
      ScalabilityExperimentSpec spec = resolver.resolve(choice.spec(), layouts.connections(choice));
      String hash = hash(inputs(spec));
      if (!choice.variant().equals(Names.VERIFY)) {
        systems.add(spec);
      }
      String system = choice.name();
      for (int replicas : choice.replicas()) {
        configurations.add(
            new Configuration(
                experiment,
                Names.trial(experiment, Names.configuration(system, replicas)),
                choice.variant(),
                choice.factors(),
                replicas,
                configurations.size() + 1,
                spec,
                layouts.nameOf(choice),
                hash(List.of(hash, replicas))));
      }
    }
    List<Violation> violations = new ArrayList<>(sweep.violations());
    violations.addAll(namesViolations(experiment, configurations));
    configurations.removeIf(configuration -> excess(configuration) > 0);
    Partitions.removeRefused(configurations).ifPresent(violations::add);
    GroupCopies.removeRefused(configurations).ifPresent(violations::add);
    OwnVariables.removeRefused(configurations).ifPresent(violations::add);
    violations.addAll(ProvisionerLimits.removeRefused(configurations));
    SharedDatabases.removeRefused(configurations).ifPresent(violations::add);
    return new Plan(
        resolver.resolve(given, layouts.connections(Sweep.asGiven(given))),
        configurations,
        sweep.choices(),
        violations,
        sweep.unusedExcludes(),
        hash(List.of(systems, given.sweep())),
        verification,
        Provisioners.BUILT_IN);
  }

  /** Without disturbances as it was before there were any. */
  private static List<Object> inputs(ScalabilityExperimentSpec spec) {
    List<Object> inputs =
        new ArrayList<>(
            List.of(
                spec.workload(),
                spec.system(),
                spec.load().withRepetitions(1), // all are the same, whatever their number
                spec.objectives()));
    inputs.addAll(spec.disturbances());
    return inputs;
  }

  private static List<Violation> namesViolations(
      String experiment, List<Configuration> configurations) {
    List<Violation> found = new ArrayList<>();
    if (!experiment.matches("[a-z]([-a-z0-9]*[a-z0-9])?")) {
      found.add(
          new Violation(
              "metadata.name",
              Reason.NAME_INVALID,
              "'"
                  + experiment
                  + "' must begin with a letter and hold only a-z, 0-9 and '-': services are named after it"));
    }
    configurations.stream()
        .filter(configuration -> excess(configuration) > 0)
        .max(Comparator.comparingInt(Planner::excess))
        .ifPresent(configuration -> found.add(tooLong(experiment, configuration)));
    return found;
  }

  private static Violation tooLong(String experiment, Configuration configuration) {
    int room = experiment.length() - excess(configuration);
    return room > 0
        ? new Violation(
            "metadata.name",
            Reason.NAME_TOO_LONG,
            "'%s' has %d characters; at most %d leave room for the names of the servers, databases and Jobs of %s"
                .formatted(experiment, experiment.length(), room, configuration.shortName()))
        : new Violation(
            configuration.factors().isEmpty() ? "spec.variants" : "spec.sweep.factors",
            Reason.NAME_TOO_LONG,
            "%s has %d characters, which leave no room for the experiment's name in the names of servers, databases and Jobs:"
                    .formatted(configuration.shortName(), configuration.shortName().length())
                + " use a shorter name of the variant, fewer factors, or settings with shorter names");
  }

  /**
   * Rules that a configuration breaks. Only a configuration that was added to a running experiment
   * can break them: for the others they are checked, or satisfied by derived defaults, before
   * anything starts.
   */
  public static List<Violation> violations(Configuration configuration) {
    return Stream.concat(
            Connections.tooFew(configuration).stream(), tooLarge(configuration).stream())
        .toList();
  }

  /** The violation of the configuration whose trial is the largest; empty if all fit. */
  public static Optional<Violation> tooLarge(Plan plan) {
    return plan.configurations().stream()
        .max(Comparator.comparingLong(Planner::maxBytes))
        .flatMap(Planner::tooLarge);
  }

  /**
   * The violation if a trial does not fit into its resource. It is reported before the start,
   * rather than after hours of load, when a step can no longer be recorded.
   */
  public static Optional<Violation> tooLarge(Configuration configuration) {
    long bytes = maxBytes(configuration);
    return bytes <= MAX_BYTES_OF_STEPS
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "spec.load",
                Reason.TRIAL_TOO_LARGE,
                ("up to %s (repetitions + maxInvalidRuns) of %s with %s are about"
                        + " %d KB, and %d KB fit into a trial: use fewer repetitions, steps or servers")
                    .formatted(
                        Message.count(plannedRuns(configuration), "run"),
                        Message.count(configuration.load().stepsOfARun(), "step"),
                        Message.count(configuration.replicas(), "server"),
                        bytes / 1000,
                        MAX_BYTES_OF_STEPS / 1000)));
  }

  private static long maxBytes(Configuration configuration) {
    return plannedRuns(configuration) * bytesOfARun(configuration);
  }

  private static int plannedRuns(Configuration configuration) {
    LoadSpec load = configuration.load();
    int valid = load.repetitions() * (load.searches() ? load.steps() : 1);
    return valid + configuration.spec().maxInvalidRuns();
  }

  /** Maximum number of runs that fit into a trial; of a search, of their steps. */
  public static int maxRuns(Configuration configuration) {
    return (int) Math.min(HIGHEST_RUN, MAX_BYTES_OF_STEPS / bytesOfARun(configuration));
  }

  private static long bytesOfARun(Configuration configuration) {
    int servers = configuration.replicas();
    List<DatabaseSpec> databases = configuration.spec().system().databases();
    int replicas = databases.stream().mapToInt(DatabaseSpec::replicas).sum();
    long step =
        BYTES_OF_A_STEP
            + (long) servers * BYTES_OF_A_SERVER_IN_A_STEP
            + (databases.get(0).onePerServer() ? servers - 1L : databases.size() - 1L)
                * BYTES_OF_A_DATABASE_IN_A_STEP
            + (long) replicas * BYTES_OF_A_REPLICA_IN_A_STEP;
    return configuration.load().stepsOfARun() * step;
  }

  /** Number of characters by which the longest name of a trial's children is too long. */
  private static int excess(Configuration configuration) {
    return Math.max(
        longestStatefulSet(configuration) - LONGEST_STATEFUL_SET,
        Math.max(
            longestDatabase(configuration) - LONGEST_DATABASE,
            Names.resetJob(configuration.name(), HIGHEST_RUN).length() - LONGEST_JOB));
  }

  private static int longestStatefulSet(Configuration configuration) {
    int application = Partitions.longestName(configuration);
    return configuration.remoteState() == null
        ? application
        : Math.max(application, Names.cache(configuration.name()).length());
  }

  private static int longestDatabase(Configuration configuration) {
    return configuration.databases().stream()
        .mapToInt(database -> database.cluster().length())
        .max()
        .orElse(0);
  }

  /** Of the inputs' JSON, which is not kept: that of many systems is large. */
  private static String hash(Object inputs) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      JSON.writeValue(new DigestOutputStream(OutputStream.nullOutputStream(), digest), inputs);
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("a spec can always be hashed", e);
    }
  }
}
