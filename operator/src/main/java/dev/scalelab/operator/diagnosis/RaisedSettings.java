package dev.scalelab.operator.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.scalelab.operator.api.BeanServerSpec;
import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Quantities;
import java.util.ArrayList;
import java.util.List;

/** The settings of a system that give more of a resource. */
final class RaisedSettings {
  /** How many times what there was. */
  static final double FACTOR = 1.5;

  private final Configuration configuration;
  private final SystemSpec system;

  private RaisedSettings(Configuration configuration) {
    this.configuration = configuration;
    this.system = configuration.spec().system();
  }

  /**
   * The settings with one and a half times the resource; empty if no field sets it.
   *
   * @param resource as in a diagnosis, Application/Cpu
   * @param database where there are several
   */
  static List<FactorValue> of(Configuration configuration, String resource, String database) {
    return new RaisedSettings(configuration).of(resource, database);
  }

  /**
   * What would limit before the settings give a tenth more; null if nothing is known to.
   *
   * @param found the diagnosis, of which the settings raise the resource
   */
  static BottleneckCandidate atOnce(
      Configuration configuration, Bottleneck found, List<FactorValue> raised) {
    if (found.boundPerSecond() == null || found.candidates() == null) {
      return null;
    }
    for (BottleneckCandidate next : found.candidates()) {
      boolean near =
          next.boundPerSecond() != null
              && next.boundPerSecond() < Verifications.ROSE * found.boundPerSecond();
      if (near && !raises(raised, of(configuration, next.resource(), next.database()))) {
        return next;
      }
    }
    return null;
  }

  /** Of several settings of a resource the first one is its own. */
  private static boolean raises(List<FactorValue> raised, List<FactorValue> own) {
    return !own.isEmpty()
        && raised.stream().anyMatch(one -> one.setting().equals(own.get(0).setting()));
  }

  private List<FactorValue> of(String resource, String database) {
    return switch (resource) {
      case "Application/Cpu" -> cpu();
      case "Balancer/Cpu" ->
          List.of(text("balancer.cpu", Quantities.raised(system.balancer().cpu(), FACTOR)));
      case "Cache/Cpu" ->
          List.of(
              text(
                  "state.remote.cpu",
                  Quantities.raised(configuration.remoteState().cpu(), FACTOR)));
      case "Database/Cpu" -> {
        DatabaseSpec one = database(database);
        yield List.of(
            text("databases.%s.cpu".formatted(one.name()), Quantities.raised(one.cpu(), FACTOR)));
      }
      case "Database/Io" -> {
        // What is in memory is not read.
        DatabaseSpec one = database(database);
        yield List.of(
            text(
                "databases.%s.memory".formatted(one.name()),
                Quantities.raisedSize(one.memory(), FACTOR)));
      }
      case "Database/Connections" -> List.of(connections(database(database)));
      case "Application/Heap" -> heap();
      case "Application/JdbcPool" -> pools();
      case "Application/WebThreads" -> webThreads();
      case "Application/BeanPool" ->
          List.of(number("application.beanPoolSize", system.application().beanPoolSize()));
      case "Application/BeanThreads" ->
          List.of(number("application.beanThreads", system.application().beanThreads()));
      case "Balancer/MaxRequests" ->
          List.of(
              number("balancer.maxRequestsPerServer", system.balancer().maxRequestsPerServer()));
      default -> List.of();
    };
  }

  private DatabaseSpec database(String name) {
    return system.databases().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElse(system.databases().get(0));
  }

  private List<FactorValue> cpu() {
    List<FactorValue> raised = new ArrayList<>();
    raised.add(text("application.cpu", Quantities.raised(system.application().cpu(), FACTOR)));
    BeanServerSpec beans = system.ofBeans();
    if (beans.cpu() != null) {
      raised.add(text("tiers.beans.cpu", Quantities.raised(beans.cpu(), FACTOR)));
    }
    return raised;
  }

  /** A heap that fills the memory would not start. */
  private List<FactorValue> heap() {
    List<FactorValue> raised = new ArrayList<>();
    raised.add(
        text("application.heap", Quantities.raisedSize(system.application().heap(), FACTOR)));
    raised.add(
        text("application.memory", Quantities.raisedSize(system.application().memory(), FACTOR)));
    BeanServerSpec beans = system.ofBeans();
    if (beans.heap() != null) {
      raised.add(text("tiers.beans.heap", Quantities.raisedSize(beans.heap(), FACTOR)));
    }
    if (beans.memory() != null) {
      raised.add(text("tiers.beans.memory", Quantities.raisedSize(beans.memory(), FACTOR)));
    }
    return raised;
  }

  /** Each database must admit the connections of larger pools. */
  private List<FactorValue> pools() {
    List<FactorValue> raised = new ArrayList<>();
    raised.add(number("application.connectionPoolSize", system.application().connectionPoolSize()));
    system.databases().forEach(one -> raised.add(connections(one)));
    return raised;
  }

  /** The balancer must pass as many requests to a server as that has threads for. */
  private List<FactorValue> webThreads() {
    if (!configuration.workload().usesBundledApplication()) {
      // Its own configuration decides about its threads.
      return List.of();
    }
    List<FactorValue> raised = new ArrayList<>();
    raised.add(number("application.webThreads", system.application().threads()));
    if (system.ofBeans().webThreads() != null
        || system.beanServer().threads() != system.application().threads()) {
      raised.add(number("tiers.beans.webThreads", system.beanServer().threads()));
    }
    int most = raised.stream().mapToInt(one -> one.value().intValue()).max().orElseThrow();
    if (most > system.balancer().maxRequestsPerServer()) {
      raised.add(of("balancer.maxRequestsPerServer", IntNode.valueOf(most)));
    }
    return raised;
  }

  private static FactorValue connections(DatabaseSpec database) {
    return number(
        "databases.%s.maxConnections".formatted(database.name()), database.maxConnections());
  }

  private static FactorValue number(String setting, int value) {
    return of(setting, IntNode.valueOf((int) Math.ceil(FACTOR * value)));
  }

  private static FactorValue text(String setting, String value) {
    return of(setting, TextNode.valueOf(value));
  }

  private static FactorValue of(String setting, JsonNode value) {
    return new FactorValue(setting, value);
  }
}
