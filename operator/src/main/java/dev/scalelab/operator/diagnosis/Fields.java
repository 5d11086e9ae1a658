package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.TiersSpec;
import dev.scalelab.operator.plan.Configuration;
import java.util.Objects;

/**
 * The fields of a spec that raise the resources of a configuration, or its load.
 *
 * @param bundled whether its servers are ScaleLab's own
 * @param system their settings
 * @param load what raises the load, in sentences
 */
record Fields(boolean bundled, SystemSpec system, String load) {
  private static final String APPLICATION = "application.";

  static Fields of(Configuration configuration) {
    return new Fields(
        configuration.workload().usesBundledApplication(),
        configuration.spec().system(),
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
