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
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * Asks every second whether all databases answer.
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

  @Resource private ManagedScheduledExecutorService scheduler;

  /** None for workloads that keep nothing in a database. */
  private final List<String> dataSources =
      Arrays.stream(System.getenv().getOrDefault("DATASOURCES", "").split(" "))
          .filter(name -> !name.isEmpty())
          .toList();

  private ScheduledFuture<?> schedule;
  private volatile Instant lastAnswer = Instant.EPOCH;
  private volatile String problem = "not asked yet";

  @PostConstruct
  void start() {
    if (dataSources.isEmpty()) {
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

  /** Whether the databases have answered of late; a workload without one lacks nothing. */
  public boolean answers() {
    return dataSources.isEmpty() || lastAnswer.plus(PATIENCE).isAfter(Instant.now());
  }

  /** Why the latest question was not answered; empty when it was. */
  public String problem() {
    return problem;
  }

  private void ask() {
    try {
      for (String name : dataSources) {
        if (!answers(InitialContext.doLookup(name))) {
          problem = "no answer within " + ANSWER_TIMEOUT_SECONDS + " s from " + name;
          return;
        }
      }
      lastAnswer = Instant.now();
      problem = "";
    } catch (SQLException | NamingException | RuntimeException e) {
      // Any that got out would end the schedule, and the server would never be ready again.
      problem = String.valueOf(e.getMessage());
    }
  }

  private static boolean answers(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return connection.isValid(ANSWER_TIMEOUT_SECONDS);
    }
  }
}
