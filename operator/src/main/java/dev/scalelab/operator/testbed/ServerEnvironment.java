package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.EnvironmentVariable;
import dev.scalelab.operator.api.SessionCache;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.platform.DatabaseAccess;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The environment variables of an application server. */
final class ServerEnvironment {
  private ServerEnvironment() {}

  /**
   * Every variable of a group of a trial's servers.
   *
   * @param domain fully qualified name of their headless service
   */
  static List<EnvVar> of(Configuration configuration, ServerGroup group, String domain) {
    ApplicationSpec application = configuration.application(group);
    List<EnvVar> environment = new ArrayList<>(workload(configuration, group));
    environment.addAll(partition(configuration, group));
    int pool = application.connectionPoolSize();
    environment.add(fromField("POD_NAME", "metadata.name"));
    environment.add(fromField("POD_IP", "status.podIP"));
    // ScaleLab's own server that is alone need not wait for others to join.
    if (group.servers() > 1 || !configuration.workload().usesBundledApplication()) {
      environment.add(new EnvVar("CLUSTER_DNS", domain, null));
    }
    environment.addAll(
        List.of(
            new EnvVar("POOL_MAX_SIZE", "" + pool, null),
            new EnvVar("POOL_MIN_SIZE", "" + configuration.smallestPool(), null),
            new EnvVar(
                "SESSION_COPIES", "" + configuration.spec().system().state().web().copies(), null),
            new EnvVar(
                "BEAN_COPIES", "" + configuration.spec().system().state().bean().copies(), null),
            new EnvVar("HEAP", Quantities.mebibytes(application.heap()) + "m", null),
            new EnvVar("ACTIVE_PROCESSORS", "" + Quantities.wholeCores(application.cpu()), null),
            new EnvVar("LOG_LEVEL", application.logLevel().name(), null)));
    environment.addAll(LoadAgent.environment(configuration, application));
    environment.addAll(settings(application));
    environment.addAll(caches(configuration));
    if (configuration.remoteState() != null) {
      environment.add(new EnvVar("STATE_STORE", "remote", null));
      environment.addAll(RemoteCache.environment(configuration));
    }
    if (application.callsByValue() != null) {
      environment.add(new EnvVar("CALLS_BY_VALUE", "true", null));
    }
    if (configuration.workload().screensHeap()) {
      environment.add(new EnvVar("SCREEN_HEAP", "true", null));
    }
    if (application.page()) {
      environment.add(new EnvVar("PAGE", "true", null));
    }
    if (application.env() != null) {
      application.env().forEach(given -> environment.add(given(given)));
    }
    if (application.jvmOptions() != null) {
      environment.add(asWritten("JAVA_OPTS_APPEND", String.join(" ", application.jvmOptions())));
    }
    return environment;
  }

  /** Only those that are given: the launcher has the defaults. */
  private static List<EnvVar> settings(ApplicationSpec application) {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("WEB_MAX_THREADS", application.webThreads());
    given.put("WEB_QUEUE", application.webQueue());
    given.put("BEAN_POOL", application.beanPoolSize());
    given.put("BEAN_THREADS", application.beanThreads());
    given.put("BEAN_QUEUE", application.beanQueue());
    given.put(
        "COLLECTOR", application.collector() == null ? null : application.collector().label());
    given.put("NEW_RATIO", application.newRatio());
    given.put("ACCESS_LOG", application.accessLog());
    return given.entrySet().stream()
        .filter(setting -> setting.getValue() != null)
        .map(setting -> new EnvVar(setting.getKey(), "" + setting.getValue(), null))
        .toList();
  }

  /** Of the servers' own memory; without it sessions and beans are on a number of servers. */
  private static List<EnvVar> caches(Configuration configuration) {
    List<EnvVar> environment = new ArrayList<>();
    if (configuration.spec().system().state().cachesEntities()) {
      environment.add(new EnvVar("ENTITY_CACHE", "clustered", null));
    }
    if (configuration.remoteState() == null) {
      cache("SESSION_CACHE", configuration.workload().webSessions(), environment);
      cache("BEAN_CACHE", configuration.workload().beans(), environment);
    }
    return environment;
  }

  private static void cache(String name, SessionCache cache, List<EnvVar> environment) {
    if (cache != SessionCache.DISTRIBUTED) {
      environment.add(new EnvVar(name, cache.label(), null));
    }
  }

  /** Its name, its domains or its tier, and where others are called. */
  private static List<EnvVar> partition(Configuration configuration, ServerGroup group) {
    if (!group.isPartition()) {
      return List.of();
    }
    EnvVar name = new EnvVar("PARTITION", group.partition(), null);
    return switch (group.tier()) {
      case BOTH -> domains(configuration, group, name);
      case WEB ->
          List.of(
              name,
              new EnvVar("TIER", "web", null),
              new EnvVar("BEANS_URL", Balancer.url(configuration), null));
      case BEANS -> List.of(name, new EnvVar("TIER", "beans", null));
    };
  }

  private static List<EnvVar> domains(Configuration configuration, ServerGroup group, EnvVar name) {
    String domains = group.domains().stream().map(Domain::name).collect(Collectors.joining(","));
    return List.of(
        name,
        new EnvVar("PARTITION_DOMAINS", domains, null),
        new EnvVar("PARTITIONS_URL", Balancer.url(configuration), null));
  }

  private static List<EnvVar> workload(Configuration configuration, ServerGroup group) {
    Workload workload = configuration.workload();
    List<EnvVar> environment = new ArrayList<>();
    environment.add(new EnvVar("WORKLOAD", workload.label(), null));
    if (configuration.databases().stream().anyMatch(Database::isPrivate)) {
      // Before the variables that refer to it.
      environment.add(
          fromField(Database.SERVER_NUMBER, "metadata.labels['apps.kubernetes.io/pod-index']"));
    }
    if (!group.databases().isEmpty()) {
      environment.addAll(DatabaseAccess.environment(configuration, group));
      environment.addAll(DatabaseAccess.reads(group));
    }
    workload
        .settingsOfServers()
        .forEach((name, value) -> environment.add(new EnvVar(name, "" + value, null)));
    environment.addAll(WorkloadFile.environment(workload));
    if (workload.usesSuppliers() && group.domains().contains(Domain.SUPPLIER)) {
      environment.add(new EnvVar("SUPPLIER_URL", Suppliers.url(configuration), null));
    }
    return environment;
  }

  /** A user's variable: its value, or a reference to it. */
  private static EnvVar given(EnvironmentVariable given) {
    EnvironmentVariable.Source source = given.valueFrom();
    if (source == null) {
      return asWritten(given.name(), given.value() == null ? "" : given.value());
    }
    EnvVarBuilder variable = new EnvVarBuilder().withName(given.name());
    return source.secretKeyRef() != null
        ? variable
            .withNewValueFrom()
            .withNewSecretKeyRef(source.secretKeyRef().key(), source.secretKeyRef().name(), null)
            .endValueFrom()
            .build()
        : variable
            .withNewValueFrom()
            .withNewConfigMapKeyRef(
                source.configMapKeyRef().key(), source.configMapKeyRef().name(), null)
            .endValueFrom()
            .build();
  }

  /** Kubernetes replaces $(NAME) by a variable's value, and $$ by $, so $ must be escaped as $$. */
  private static EnvVar asWritten(String name, String value) {
    return new EnvVar(name, value.replace("$", "$$"), null);
  }

  /** A variable with the value of a field of its pod. */
  static EnvVar fromField(String name, String path) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef()
        .withFieldPath(path)
        .endFieldRef()
        .endValueFrom()
        .build();
  }
}
