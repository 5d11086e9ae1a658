package dev.scalelab.operator.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Arrays;
import java.util.List;

/** Experiments with all defaults, as the operator gets them from the API server. */
public final class Experiments {
  private static final SmallRyeConfig DEFAULTS =
      new SmallRyeConfigBuilder()
          .withMapping(Images.class)
          .withMapping(TestbedSettings.class)
          .build();

  private static final String SMALL =
      """
      workload: {scale: 10}
      system:
        application:
          cpu: 300m
          startupCpu: 1500m
          memory: 768Mi
          heap: 384Mi
          jvmOptions: ["-XX:TieredStopAtLevel=1"]
          connectionPoolSize: 10
      sweep: {replicas: [1, 2]}
      load:
        open: {rates: [20, 40, 80, 120]}
        step: {seconds: 25, settleSeconds: 5, rampSeconds: 2}
        warmUp: {maxSeconds: 30, transactionsPerServer: 700}
        repetitions: 1
      """;

  private static final YAMLMapper YAML = new YAMLMapper();

  private Experiments() {}

  /**
   * An experiment of that spec.
   *
   * @param spec the YAML below spec in a manifest
   */
  public static ScalabilityExperiment of(String namespace, String spec) {
    ObjectNode manifest = Serialization.jsonMapper().createObjectNode();
    manifest.put("apiVersion", "scalelab.dev/v1alpha1").put("kind", "ScalabilityExperiment");
    manifest.set("spec", yaml(spec));
    ScalabilityExperiment experiment = read(manifest, ScalabilityExperiment.class);
    experiment.setMetadata(
        new ObjectMetaBuilder()
            .withName("small")
            .withNamespace(namespace)
            .withUid("00000000-0000-0000-0000-000000000001")
            .build());
    return experiment;
  }

  /**
   * The experiment with a changed spec.
   *
   * @param change a JSON merge patch of the spec, as YAML
   */
  public static ScalabilityExperiment with(ScalabilityExperiment experiment, String change) {
    experiment.setSpec(with(experiment.getSpec(), change));
    return experiment;
  }

  /** The spec with a change, as above. */
  public static ScalabilityExperimentSpec with(ScalabilityExperimentSpec spec, String change) {
    ObjectNode changed = Serialization.jsonMapper().valueToTree(spec);
    merge(changed, yaml(change));
    return of("default", changed.toString()).getSpec();
  }

  private static void merge(ObjectNode target, JsonNode patch) {
    patch
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                target.remove(field.getKey());
              } else if (field.getValue().isObject()
                  && target.get(field.getKey()) instanceof ObjectNode inner) {
                merge(inner, field.getValue());
              } else {
                target.set(field.getKey(), field.getValue());
              }
            });
  }

  private static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static <T> T read(JsonNode tree, Class<T> type) {
    try {
      return Serialization.jsonMapper().treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** One and two servers of 300 millicores that start with 1.5 cores; four rates. */
  public static ScalabilityExperiment small(String namespace) {
    return of(namespace, SMALL);
  }

  /**
   * {@link #small} with carts of 10 KiB and up to half a second of thinking, and no database: so
   * the size of its pool is the default.
   */
  public static ScalabilityExperiment cart(String namespace) {
    return with(
        small(namespace),
        """
        workload: {type: Cart, cart: {stateBytes: 10240, productsPerVisit: 10}, thinkTime: {maxMillis: 500}}
        system: {application: {connectionPoolSize: 20}}
        """);
  }

  /** {@link #small} with the book store, whose state is in a bean. */
  public static ScalabilityExperiment bookstore(String namespace) {
    return with(
        small(namespace),
        """
        workload: {type: Bookstore, bookstore: {booksPerSession: 3}, thinkTime: {minMillis: 100, maxMillis: 400}}
        system: {state: {location: StatefulBean}}
        """);
  }

  /** {@link #small} with cells, from a user's own table, without keep-alive. */
  public static ScalabilityExperiment cells(String namespace) {
    return with(
        small(namespace),
        """
        workload:
          type: Cells
          cells: {table: {name: mine, key: own.csv}, weights: {b: 1, a: 20}, keepAlive: false}
          thinkTime: {minMillis: 300, maxMillis: 400}
        system: {application: {connectionPoolSize: 20}}
        """);
  }

  /** {@link #small} with ten and twenty users who call cells, of these kinds, as YAML. */
  public static ScalabilityExperiment cells(String namespace, String clients) {
    return with(
        closed(small(namespace), 10, 20),
        """
        workload: {type: Cells, cells: {weights: {"3": 1}, clients: %s}}
        system: {application: {connectionPoolSize: 20}}
        """
            .formatted(clients));
  }

  /** {@link #small} with all of ECperf, at its usual mix. */
  public static ScalabilityExperiment ecperf(String namespace) {
    return with(
        small(namespace),
        """
        workload:
          type: ECperf
          ecperf: {largeOrderPercent: 20, pacingMillis: 3000, delivery: {minMillis: 500, maxMillis: 1500}}
        """);
  }

  /** {@link #ecperf} in two databases. */
  public static ScalabilityExperiment twoDatabases(String namespace) {
    return with(
        ecperf(namespace),
        """
        system:
          databases:
            - {name: orders, domains: [Customer, Corporate]}
            - name: plant
              domains: [Manufacturing, Supplier]
              cpu: 500m
              maxConnections: 80
              parameters: {work_mem: 8MB}
        """);
  }

  /** {@link #twoDatabases} with servers for each of them: one of four does the plant's work. */
  public static ScalabilityExperiment partitions(String namespace) {
    return with(
        twoDatabases(namespace),
        """
        system:
          partitions:
            - {name: front, domains: [Customer, Corporate], weight: 3}
            - {name: plant, domains: [Manufacturing, Supplier]}
        sweep: {replicas: [2, 4]}
        """);
  }

  /** {@link #small} with the portal, whose cache is on the server that owns an entry. */
  public static ScalabilityExperiment portal(String namespace) {
    return with(
        small(namespace),
        """
        workload: {type: Portal, portal: {ordersPerSecond: 7, maxAgeMillis: 1500, requestsPerVisit: 8}}
        system: {application: {listeners: 3}, state: {portal: {cache: Distributed}}}
        """);
  }

  /** {@link #small} with a user's own application that has metrics and is not clustered. */
  public static ScalabilityExperiment custom(String namespace) {
    return with(
        small(namespace),
        """
        workload:
          type: Custom
          mix: {look: 75, buy: 25}
          thinkTime: {maxMillis: 100}
          custom: {requestsPerTransaction: 2, readinessPath: /ready, metricsPort: 8080}
        system:
          application:
            image: registry.example/shop:1
            env: [{name: SHELVES, value: "3"}]
        load: {generators: {image: "registry.example/shop-load:1"}}
        """);
  }

  /** The experiment in a closed model, with that number of users in each step. */
  public static ScalabilityExperiment closed(ScalabilityExperiment experiment, Integer... users) {
    return with(
        experiment, "load: {open: null, closed: {users: %s}}".formatted(Arrays.toString(users)));
  }

  /** The experiment with several load generators. */
  public static ScalabilityExperiment shared(ScalabilityExperiment experiment, int generators) {
    return with(experiment, "load: {generators: {count: %d}}".formatted(generators));
  }

  /** The experiment with other rates, and another limit of the 95th percentile. */
  public static void open(ScalabilityExperiment experiment, int p95Millis, List<Integer> rates) {
    with(
        experiment,
        """
        load: {open: {rates: %s}}
        objectives: {responseTimes: [{percentile: "95", maxMillis: %d}]}
        """
            .formatted(rates, p95Millis));
  }

  /** The same under another name, applied: with the API server's own defaults and identity. */
  public static ScalabilityExperiment applied(ApiServer api, String name) {
    return applied(api, name, small(api.namespace()));
  }

  /**
   * As above, of any experiment: one that uses no database has no settings of databases and pools.
   */
  public static ScalabilityExperiment applied(
      ApiServer api, String name, ScalabilityExperiment experiment) {
    experiment.getMetadata().setName(name);
    experiment.getMetadata().setUid(null);
    ScalabilityExperimentSpec spec = experiment.getSpec();
    if (!Workload.of(spec).usesDatabase()) {
      SystemSpec system = spec.system();
      experiment.setSpec(
          spec.withSystem(
              system
                  .withDatabases(null)
                  .withApplication(system.application().withConnectionPoolSize(null))));
    }
    return api.client().resource(experiment).create();
  }

  /** The configuration of {@link #small} with two servers. */
  public static Configuration two(ScalabilityExperiment experiment) {
    return Planner.plan(experiment.getMetadata().getName(), experiment.getSpec())
        .configurations()
        .get(1);
  }

  /** The plan of a configuration's first run. */
  public static RunPlan firstRun(Configuration configuration) {
    return Ladder.next(configuration, ScalabilityTrialStatus.begun(null));
  }

  /** A run of {@link #small} that has started. */
  public static RunResult begun(int number) {
    RunPlan first = firstRun(two(small("default")));
    return RunResult.begun(
        new RunPlan(
            number,
            number,
            first.steps(),
            first.stepSeconds(),
            first.settleSeconds(),
            first.rampSeconds(),
            first.seed()));
  }

  /** A balancer that sends up to 64 requests to a server. */
  public static BalancerSpec balancer(boolean sticky) {
    return with(small("default"), "system: {balancer: {sticky: %s}}".formatted(sticky))
        .getSpec()
        .system()
        .balancer();
  }

  /** The images of an operator without settings. */
  public static Images images() {
    return DEFAULTS.getConfigMapping(Images.class);
  }

  /** The settings of an operator without settings. */
  public static TestbedSettings settings() {
    return DEFAULTS.getConfigMapping(TestbedSettings.class);
  }
}
