package dev.scalelab.benchmark.health;

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
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Asks every second whether all databases answer.
 *
 * <p>In the background, because a health request must be answered at once, and so that a database
 * that is lost can be told from one that is slow because much is asked of it.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DatabaseProbe {

  private static final Logger LOGGER = Logger.getLogger(DatabaseProbe.class.getName());

  /** Name of the gauge, which only grows; Prometheus shows it with underscores. */
  public static final String LOST = "scalelab.database.lost.seconds";

  /** Name of the gauge that tells how long ago that grew: a reset before a window is not in it. */
  public static final String KEPT = "scalelab.database.kept.seconds";

  /**
   * A database that has more to do than it can still answers an empty question within a second or
   * two.
   */
  private static final double LOST_AFTER_SECONDS = 5;

  /** A server is not taken out of the balancer's rotation for a short stall. */
  private static final double NOT_READY_AFTER_SECONDS = 10;

  /** The log tells of a silence once, and of its end; a reset of the database is none. */
  private static final int TOLD_AFTER = 2;

  @Resource private ManagedScheduledExecutorService scheduler;

  @Inject private MeterRegistry registry;

  /** None for workloads that keep nothing in a database. */
  private final List<ProbedDatabase> databases =
      ServerSettings.databases().stream()
          .map(database -> new ProbedDatabase(database, ServerSettings.podName() + " probe"))
          .toList();

  private ScheduledFuture<?> schedule;
  private final Silence silence = new Silence(LOST_AFTER_SECONDS, System::nanoTime);
  private volatile boolean answered;
  private volatile String problem = "not asked yet";

  /** Questions without an answer since the latest one that had one; of the asking thread. */
  private int failed;

  @PostConstruct
  void start() {
    if (databases.isEmpty()) {
      problem = "";
      return;
    }
    // Not Gauge.builder: WildFly's registry hands only this on to the server's.
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

  /** Whether the databases have answered of late; a workload without one lacks nothing. */
  public boolean answers() {
    return databases.isEmpty() || (answered && silence.seconds() < NOT_READY_AFTER_SECONDS);
  }

  /** Why the latest question was not answered; empty when it was. */
  public String problem() {
    return problem;
  }

  private void ask() {
    try {
      for (ProbedDatabase database : databases) {
        database.ask();
      }
      silence.answered();
      answered = true;
      problem = "";
      if (failed >= TOLD_AFTER) {
        LOGGER.log(Level.WARNING, "The database answers");
      }
      failed = 0;
    } catch (SQLException | RuntimeException e) {
      // Any that got out would end the schedule, and the server would never be ready again.
      if (e instanceof SQLException sql && DatabaseGone.isBehind(sql)) {
        silence.gone();
      } else {
        silence.unanswered();
      }
      problem = String.valueOf(e.getMessage());
      if (++failed == TOLD_AFTER) {
        LOGGER.log(Level.WARNING, "No answer from the database: {0}", problem);
      }
    }
  }
}
