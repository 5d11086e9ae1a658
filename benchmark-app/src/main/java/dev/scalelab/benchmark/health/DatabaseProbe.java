package dev.scalelab.benchmark.health;

import dev.scalelab.benchmark.database.DatabaseReplaced;
import dev.scalelab.benchmark.settings.ServerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Checks every second whether all databases respond.
 *
 * <p>In the background, because a health request must be answered immediately, and so that a
 * database that is down can be distinguished from one that is slow under load.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DatabaseProbe {

  private static final Logger LOGGER = Logger.getLogger(DatabaseProbe.class.getName());

  /** Name of the gauge, which never decreases; Prometheus shows it with underscores. */
  public static final String LOST = "scalelab.database.lost.seconds";

  /** Name of the gauge with the time since it last grew: shows that a loss was before a window. */
  public static final String KEPT = "scalelab.database.kept.seconds";

  /** An overloaded database still responds to an empty query within a second or two. */
  private static final double LOST_AFTER_SECONDS = 5;

  /** A short stall must not remove a server from the balancer's rotation. */
  private static final double NOT_READY_AFTER_SECONDS = 10;

  /** Failed checks until an outage is logged, once, and later its end; a reset is shorter. */
  private static final int LOGGED_AFTER = 2;

  @Resource private ManagedScheduledExecutorService scheduler;

  @Inject private MeterRegistry registry;

  @Inject private Event<DatabaseReplaced> replaced;

  /** Empty for workloads without a database. */
  private final List<ProbedDatabase> databases =
      ServerSettings.databases().stream()
          .map(database -> new ProbedDatabase(database, ServerSettings.podName() + " probe"))
          .toList();

  private ScheduledFuture<?> schedule;
  private final Silence silence = new Silence(LOST_AFTER_SECONDS, System::nanoTime);
  private volatile boolean answered;
  private volatile String problem = "not checked yet";

  /** Number of failed checks since the last successful one; used only by the probe's thread. */
  private int failed;

  @PostConstruct
  void start() {
    if (databases.isEmpty()) {
      problem = "";
      return;
    }
    // Not Gauge.builder: WildFly's registry forwards only this method to the server's registry.
    registry.gauge(LOST, Tags.empty(), silence, Silence::lostSeconds);
    registry.gauge(KEPT, Tags.empty(), silence, Silence::keptSeconds);
    schedule = scheduler.scheduleWithFixedDelay(this::ask, 0, 1, TimeUnit.SECONDS);
  }

  @PreDestroy
  void stop() {
    if (schedule != null) {
      schedule.cancel(true);
    }
    databases.forEach(ProbedDatabase::close);
  }

  /**
   * Whether the databases have responded recently; always true for a workload without a database.
   */
  public boolean answers() {
    return databases.isEmpty() || (answered && silence.seconds() < NOT_READY_AFTER_SECONDS);
  }

  /** Why the latest check failed; empty if it succeeded. */
  public String problem() {
    return problem;
  }

  private void ask() {
    try {
      for (ProbedDatabase database : databases) {
        if (database.ask()) {
          replaced.fire(new DatabaseReplaced());
        }
      }
      silence.answered();
      answered = true;
      problem = "";
      if (failed >= LOGGED_AFTER) {
        LOGGER.log(Level.WARNING, "The database answers");
      }
      failed = 0;
    } catch (SQLException | RuntimeException e) {
      // An uncaught exception would stop the schedule, and the server would never be ready again.
      if (e instanceof SQLException sql && DatabaseGone.isBehind(sql)) {
        silence.gone();
      } else {
        silence.unanswered();
      }
      problem = String.valueOf(e.getMessage());
      if (++failed == LOGGED_AFTER) {
        LOGGER.log(Level.WARNING, "No answer from the database: {0}", problem);
      }
    }
  }
}
