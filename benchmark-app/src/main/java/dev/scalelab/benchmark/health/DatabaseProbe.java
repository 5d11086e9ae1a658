package dev.scalelab.benchmark.health;

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
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Asks the database every second whether it answers.
 *
 * <p>In the background, because a health request must be answered at once even while all of the
 * pool's connections are busy: then the probe waits in line like any request.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DatabaseProbe {

  private static final int ANSWER_TIMEOUT_SECONDS = 2;

  // Longer than the longest wait for a connection of a busy pool.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Resource(lookup = "java:jboss/datasources/main")
  private DataSource dataSource;

  @Resource private ManagedScheduledExecutorService scheduler;

  /** Workloads that keep nothing in a database are started without a host of one. */
  private final boolean inUse = !System.getenv().getOrDefault("DB_HOST", "").isEmpty();

  private ScheduledFuture<?> schedule;
  private volatile Instant lastAnswer = Instant.EPOCH;
  private volatile String problem = "not asked yet";

  @PostConstruct
  void start() {
    if (!inUse) {
      problem = "";
      return;
    }
    schedule = scheduler.scheduleWithFixedDelay(this::ask, 0, 1, TimeUnit.SECONDS);
  }

  @PreDestroy
  void stop() {
    if (schedule != null) {
      schedule.cancel(true);
    }
  }

  /** Whether the database has answered of late; a workload without one lacks nothing. */
  public boolean answers() {
    return !inUse || lastAnswer.plus(PATIENCE).isAfter(Instant.now());
  }

  /** Why the latest question was not answered; empty when it was. */
  public String problem() {
    return problem;
  }

  private void ask() {
    try (Connection connection = dataSource.getConnection()) {
      if (connection.isValid(ANSWER_TIMEOUT_SECONDS)) {
        lastAnswer = Instant.now();
        problem = "";
      } else {
        problem = "no answer within " + ANSWER_TIMEOUT_SECONDS + " s";
      }
    } catch (SQLException | RuntimeException e) {
      // Any that got out would end the schedule, and the server would never be ready again.
      problem = String.valueOf(e.getMessage());
    }
  }
}
