package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.RequestedSettings.exactly;
import static dev.scalelab.operator.measurement.RequestedSettings.number;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BeanServerSpec;
import dev.scalelab.operator.api.LogLevel;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;

/** Settings of ScaleLab's own server as requested, each with its default if it is not given. */
final class RequestedServerSettings {
  /** That of web threads, and of bean threads where there are any. */
  private static final int QUEUE = 1000;

  private RequestedServerSettings() {}

  /**
   * The settings of one of a configuration's servers.
   *
   * @param own those of them that only the servers with the beans have, if it is one of these
   */
  static List<Requested> of(
      Configuration configuration, ApplicationSpec server, BeanServerSpec own) {
    List<Requested> all = new ArrayList<>();
    String threads = own.field(server.webThreads() != null ? "webThreads" : "cpu");
    all.add(exactly(configuration, SettingsInForce.WEB_THREADS, threads, server.threads()));
    all.add(
        exactly(configuration, "webQueue", own.field("webQueue"), or(server.webQueue(), QUEUE)));
    all.add(
        exactly(
            configuration, "beanPool", "application.beanPoolSize", or(server.beanPoolSize(), 0)));
    boolean pooled = server.beanThreads() != null;
    all.add(
        exactly(
            configuration, "beanThreads", "application.beanThreads", or(server.beanThreads(), 0)));
    all.add(
        exactly(
            configuration,
            "beanQueue",
            "application." + (pooled ? "beanQueue" : "beanThreads"),
            pooled ? or(server.beanQueue(), QUEUE) : 0));
    all.add(exactly(configuration, "newRatio", "application.newRatio", or(server.newRatio(), 0)));
    all.add(exactly(configuration, "accessLog", "application.accessLog", flag(server.accessLog())));
    all.add(logLevel(configuration, server.logLevel()));
    if (configuration.workload().usesDatabase()) {
      all.add(
          exactly(
              configuration,
              "connectionPoolMinSize",
              "application.connectionPoolMinSize",
              configuration.smallestPool()));
    }
    return all;
  }

  private static int or(Integer given, int usual) {
    return given == null ? usual : given;
  }

  private static int flag(Boolean given) {
    return Boolean.TRUE.equals(given) ? 1 : 0;
  }

  /** A server reports the number that Java has for its level. */
  private static Requested logLevel(Configuration configuration, LogLevel level) {
    int number =
        switch (level) {
          case OFF -> Level.OFF.intValue();
          case ERROR -> 1000;
          case WARN -> 900;
          case INFO -> 800;
          case DEBUG -> 500;
        };
    return number(
        configuration, "logLevel", "application.logLevel", level.name(), found -> found == number);
  }
}
