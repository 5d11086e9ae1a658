package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.TiersSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Quantities;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The fields of a spec that raise the resources of a configuration, or its load.
 *
 * @param bundled whether its servers are ScaleLab's own
 * @param system their settings
 * @param servers their number
 * @param tooSmall the databases that admit too few connections for pools of a size, as
 *     databases[main]
 * @param load what raises the load, in sentences
 */
record Fields(
    boolean bundled,
    SystemSpec system,
    int servers,
    IntFunction<List<String>> tooSmall,
    String load) {
  private static final String APPLICATION = "application.";

  static Fields of(Configuration configuration) {
    return new Fields(
        configuration.workload().usesBundledApplication(),
        configuration.spec().system(),
        configuration.replicas(),
        configuration::databasesTooSmallFor,
        load(configuration.load()));
  }

  /** What has to be raised for a higher load: a search chooses its own up to a maximum. */
  static String load(LoadSpec load) {
    if (load.searches()) {
      return "load.search.max";
    }
    return load.closedModel() ? "the users" : "the rates";
  }

  /**
   * The field that raises a limit, or those of both tiers if it is not known whose servers it is;
   * null if no field does.
   */
  String of(Limit limit) {
    Resource resource = limit.place().resource();
    String field = resource.field(database(limit.place()));
    if (resource == Resource.BALANCER_IMBALANCE && isUneven()) {
      return "balancer.weights";
    }
    if (field == null || !field.startsWith(APPLICATION)) {
      return field;
    }
    if (resource == Resource.APPLICATION_WEB_THREADS && !bundled) {
      // Its own configuration decides about its threads.
      return "the server's web threads";
    }
    String beans = system.ofBeans().field(field.substring(APPLICATION.length()));
    if (beans.equals(field) || TiersSpec.WEB.equals(limit.partition())) {
      return field;
    }
    return TiersSpec.BEANS.equals(limit.partition()) ? beans : field + " and " + beans;
  }

  private boolean isUneven() {
    return IntStream.range(0, servers).map(system.balancer()::weightOf).distinct().count() > 1;
  }

  /**
   * What has to be raised together with a limit, as the end of its advice: specs in which it is too
   * small for the new value are rejected, or it is the next limit at once. Empty if nothing has to.
   *
   * @param then the new number of slots
   */
  String raisedWith(Limit limit, int then) {
    return switch (limit.place().resource()) {
      case APPLICATION_JDBC_POOL -> {
        String databases = String.join(".maxConnections and ", tooSmall.apply(then));
        yield databases.isEmpty() ? "" : ", and %s.maxConnections where given".formatted(databases);
      }
      case APPLICATION_WEB_THREADS ->
          then > system.balancer().maxRequestsPerServer()
              ? ", and balancer.maxRequestsPerServer"
              : "";
      default -> "";
    };
  }

  /** The memory that a larger heap needs, as the end of its advice; empty if there is enough. */
  String memory() {
    Set<String> fields = new LinkedHashSet<>();
    if (isFilled(system.application())) {
      fields.add("application.memory");
    }
    if (isFilled(system.beanServer())) {
      fields.add(system.ofBeans().field("memory"));
    }
    return fields.isEmpty() ? "" : ", and " + String.join(" and ", fields);
  }

  /** Whether a heap that is raised as a verification does would not fit into the memory. */
  private static boolean isFilled(ApplicationSpec server) {
    return server.heap() != null
        && server.memory() != null
        && RaisedSettings.FACTOR * Quantities.mebibytes(server.heap())
            >= Quantities.mebibytes(server.memory());
  }

  /** Whether what raises one raises the other too: the CPU of servers in several partitions. */
  boolean raiseBoth(Limit one, Limit other) {
    return one.place().equals(other.place()) && Objects.equals(of(one), of(other));
  }

  /** As in the spec, where private databases have one name. */
  private String database(Place place) {
    String name = place.database();
    return name != null && system.databases().get(0).onePerServer()
        ? system.databases().get(0).name()
        : name;
  }

  /** How many slots the field gives each server now; null of what is no number of slots. */
  Integer number(Limit limit) {
    ApplicationSpec server = system.application();
    return switch (limit.place().resource()) {
      case APPLICATION_JDBC_POOL -> server.connectionPoolSize();
      case APPLICATION_BEAN_POOL -> server.beanPoolSize();
      case APPLICATION_BEAN_THREADS -> server.beanThreads();
      case APPLICATION_WEB_THREADS -> webThreads(server);
      case BALANCER_MAX_REQUESTS -> system.balancer().maxRequestsPerServer();
      default -> null;
    };
  }

  /** Null where not all servers have as many. */
  private Integer webThreads(ApplicationSpec server) {
    return bundled && system.ofBeans().webThreads() == null ? (Integer) server.threads() : null;
  }
}
