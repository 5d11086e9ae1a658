package dev.scalelab.benchmark.metrics;

import dev.scalelab.benchmark.settings.ServerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.function.ToDoubleFunction;
import java.util.logging.Logger;

/**
 * Exports settings that are in force in this server, as its Java virtual machine and its caches
 * have them: whoever measures the server can compare them with what was requested.
 */
@Singleton
@Startup
public class SettingsMetrics {

  /** Name of the gauges, one for each setting; Prometheus shows it with underscores. */
  public static final String SETTING = "scalelab.setting";

  /** Name of the gauge with the garbage collector in its label, and the value 1. */
  public static final String COLLECTOR = "scalelab.collector";

  private static final String DEPLOYMENT = "ROOT.war";
  private static final String REQUEST_LIMIT =
      "subsystem=undertow/configuration=filter/request-limit=limit";
  private static final String WORKER = "subsystem=io/worker=default";
  private static final String ACCESS_LOG =
      "subsystem=undertow/server=default-server/host=default-host/setting=access-log";
  private static final String BEANS = "subsystem=ejb3";
  private static final String BEAN_POOL = BEANS + "/strict-max-bean-instance-pool=stateless";
  private static final String BEAN_THREADS = "subsystem=ee/managed-executor-service=beans";
  private static final String POOL = "subsystem=datasources/data-source=main";
  private static final String PORTAL = "portal";

  @Inject private MeterRegistry registry;

  @EJB private Returned returned;

  @PostConstruct
  void register() {
    gauge("heap", self -> JavaMachine.heapBytes());
    gauge("processors", self -> Runtime.getRuntime().availableProcessors());
    gauge("callsByValue", SettingsMetrics::callsByValue);
    registry.gauge(COLLECTOR, Tags.of("collector", JavaMachine.collector()), this, self -> 1);
    ofModel();
    gauge("entityCaches", self -> StartedCaches.running("hibernate").size());
    if (ServerSettings.keepsStateRemotely()) {
      // The copies are on the Infinispan servers.
      return;
    }
    caches("sessionCopies", "web", DEPLOYMENT);
    caches("beanCopies", "ejb", DEPLOYMENT);
    if (ServerSettings.workload().equals(PORTAL)) {
      caches("portalCopies", PORTAL, "accounts");
    }
  }

  /** As WildFly has made them of this server's environment, whoever set that. */
  private void ofModel() {
    gauge("newRatio", self -> JavaMachine.newRatio());
    gauge("logLevel", self -> Logger.getLogger("").getLevel().intValue());
    // The limit is of those that are worked on and those that wait, together.
    gauge(
        "webQueue",
        self ->
            Math.max(
                0,
                ServerModel.number(REQUEST_LIMIT, "max-concurrent-requests")
                    - ServerModel.number(WORKER, "task-max-threads")));
    gauge("accessLog", self -> ServerModel.has(ACCESS_LOG, "pattern") ? 1 : 0);
    gauge(
        "beanPool",
        self ->
            ServerModel.has(BEANS, "default-slsb-instance-pool")
                ? ServerModel.number(BEAN_POOL, "max-pool-size")
                : 0);
    // 0 where the start has removed it.
    gauge("beanThreads", self -> ServerModel.number(BEAN_THREADS, "max-threads"));
    gauge("beanQueue", self -> ServerModel.number(BEAN_THREADS, "queue-length"));
    if (!ServerSettings.databases().isEmpty()) {
      // Every data source has the same sizes.
      gauge(
          "connectionPoolSize",
          self ->
              ServerModel.has(POOL, "max-pool-size")
                  ? ServerModel.number(POOL, "max-pool-size")
                  : Double.NaN);
      gauge("connectionPoolMinSize", self -> ServerModel.number(POOL, "min-pool-size"));
    }
  }

  private void caches(String setting, String container, String cache) {
    gauge(setting, self -> StartedCaches.copies(container, cache));
  }

  /** 1 if a bean that is called by its remote interface gets a copy of an argument. */
  private static double callsByValue(SettingsMetrics self) {
    byte[] argument = {1};
    return self.returned.argument(argument) == argument ? 0 : 1;
  }

  /** Not Gauge.builder: WildFly's registry forwards only this method to the server's registry. */
  private void gauge(String setting, ToDoubleFunction<SettingsMetrics> value) {
    registry.gauge(SETTING, Tags.of("setting", setting), this, value);
  }
}
