package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.database;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static dev.scalelab.operator.diagnosis.GivenRuns.signals;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of the time in which a connection is held, what the database and the application need. */
class InTransactionTest {
  private static final Configuration TWO = Experiments.two(Experiments.small("default"));

  /** 725 of 750 ms, while its statements take as long as with little load. */
  @Test
  void timeBetweenStatementsIsTheApplications() {
    Bottleneck found = diagnosed(0.5, 14.5);

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/InTransaction");
    assertThat(found.database()).isEqualTo("plant");
    assertThat(found.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(found.message())
        .contains(
            "by what the application does between the statements of its transactions (plant)"
                + " (medium confidence, since it has no bound to compare the throughput with):"
                + " 14.5 connections wait for it at 20.0 tx/s; of ");
    assertThat(found.recommendation()).startsWith("call other systems outside of transactions");
  }

  @Test
  void timeOfStatementsIsTheDatabases() {
    Bottleneck found = diagnosed(14.5, 0.5);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Transactions");
    assertThat(found.database()).isEqualTo("plant");
  }

  /** Neither has half of it. */
  @Test
  void timeOfBothIsOfNeither() {
    assertThat(diagnosed(7, 7).verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  private static Bottleneck diagnosed(double active, double idle) {
    return new TrialDiagnosis(TWO, runs(step(5, 0.2, 0.1, 0.1), step(20, 15, active, idle)))
        .bottleneck(true);
  }

  /** 200 ms of each transaction are spent without a connection to the plant's database. */
  private static StepResult step(double perSecond, double held, double active, double idle) {
    double servlets = held + 0.2 * perSecond;
    Map<String, Double> plant = new HashMap<>(signals(held, 1000 * held, 0, 0));
    plant.put("databaseActiveSeconds", active);
    plant.put("databaseIdleInTransactionSeconds", idle);
    return GivenRuns.step(
        perSecond,
        1000 * servlets / perSecond,
        servlets,
        List.of(database("orders", 0.1, signals(0.1, 100, 0, 0)), database("plant", 0.2, plant)));
  }
}
