package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;
import java.util.TreeMap;

/** The user's question: a base system, what is varied, the load and the objectives. */
@ValidationRule(
    value = "self.workload == oldSelf.workload",
    message =
        "workload is immutable: results belong to the spec that gave them; apply the change under a new name")
@ValidationRule(
    value = "self.system == oldSelf.system",
    message =
        "system is immutable: results belong to the spec that gave them; apply the change under a new name")
@ValidationRule(
    value = "self.sweep == oldSelf.sweep",
    message =
        "sweep is immutable: results belong to the spec that gave them; apply the change under a new name")
@ValidationRule(
    value = "self.load == oldSelf.load",
    message =
        "load is immutable: results belong to the spec that gave them; apply the change under a new name")
@ValidationRule(
    value = "self.objectives == oldSelf.objectives",
    message =
        "objectives is immutable: results belong to the spec that gave them; apply the change under a new name")
@ValidationRule(
    value =
        "!has(self.workload.cart) || (self.workload.cart.productsPerVisit + 1) * (self.workload.cart.leastThinkMillis +"
            + " self.workload.cart.mostThinkMillis) <= 2000 * (self.load.warmUpSeconds - self.load.rampSeconds)",
    fieldPath = ".load.warmUpSeconds",
    message =
        "warmUpSeconds must hold rampSeconds and, after it, the pauses of a whole visit (productsPerVisit + 1 times the"
            + " mean think time): else a step measures what the step before began")
@ValidationRule(
    value =
        "!has(self.workload.bookstore) || (2 * self.workload.bookstore.booksPerSession + 4) * (self.workload.bookstore.leastThinkMillis +"
            + " self.workload.bookstore.mostThinkMillis) <= 2000 * (self.load.warmUpSeconds - self.load.rampSeconds)",
    fieldPath = ".load.warmUpSeconds",
    message =
        "warmUpSeconds must hold rampSeconds and, after it, the pauses of a whole session (2 * booksPerSession + 4 times the"
            + " mean think time): else a step measures what the step before began")
@ValidationRule(
    value =
        "self.workload.name in ['cart', 'cells', 'own'] || self.sweep.replicas.all(n, n * (self.system.application.connectionPoolSize + 1) + 10 <="
            + " self.system.database.maxConnections)",
    fieldPath = ".system.database.maxConnections",
    message =
        "maxConnections must hold system.application.connectionPoolSize and one more for every server of the largest configuration,"
            + " and 10 for the dataset and PostgreSQL's own: else pools are refused connections under load")
@ValidationRule(
    value =
        "self.workload.name in ['cart', 'cells', 'own'] || !has(self.load.rates) || self.load.rates.all(rate, rate <="
            + " 20 * self.workload.scale)",
    fieldPath = ".workload.scale",
    message =
        "scale must be at least a twentieth of the highest of load.rates: else transactions that are open at a time work on"
            + " the same few rows, and wait for each other rather than for the servers")
@ValidationRule(
    value =
        "!has(self.workload.portal) || self.workload.portal.ordersPerSecond <= 20 * self.workload.scale",
    fieldPath = ".workload.scale",
    message =
        "scale must be at least a twentieth of workload.portal.ordersPerSecond: else orders that are open at a time are of the"
            + " same few customers")
@ValidationRule(
    value =
        "!has(self.workload.cells) || !has(self.workload.cells.clients) || has(self.load.users)",
    fieldPath = ".workload.cells",
    message = "clients must not be given without load.users: with load.rates nobody comes back")
@ValidationRule(
    value = "self.workload.name != 'portal' || !has(self.load.transactionsPerUser)",
    fieldPath = ".load.transactionsPerUser",
    message =
        "transactionsPerUser must not be given for the workload portal: its orders are measured to the step's end")
@ValidationRule(
    value =
        "!has(self.workload.own) || (self.workload.own.requestsPerTransaction - 1) * (self.workload.own.leastThinkMillis +"
            + " self.workload.own.mostThinkMillis) <= 2000 * (self.load.warmUpSeconds - self.load.rampSeconds)",
    fieldPath = ".load.warmUpSeconds",
    message =
        "warmUpSeconds must hold rampSeconds and, after it, the pauses of a whole transaction (requestsPerTransaction - 1"
            + " times the mean think time): else a step measures what the step before began")
@ValidationRule(
    value = "!has(self.workload.own) || has(self.system.application.image)",
    fieldPath = ".system.application",
    message = "image must be given for the workload own: your application")
@ValidationRule(
    value = "!has(self.workload.own) || has(self.load.image)",
    fieldPath = ".load",
    message =
        "image must be given for the workload own: the load generator's, with a jar of your transactions")
@ValidationRule(
    value =
        "!has(self.workload.ecperf) || !has(self.load.users) || self.workload.ecperf.pacingMillis == 0 ||"
            + " self.load.users.all(u, u * 1000 <= 20 * self.workload.scale * self.workload.ecperf.pacingMillis)",
    fieldPath = ".workload.scale",
    message =
        "scale must be at least a twentieth of the transactions that the most of load.users begin in a second, users * 1000 /"
            + " workload.ecperf.pacingMillis: else transactions that are open at a time work on the same few rows")
@ValidationRule(
    value =
        "self.workload.name in ['cart', 'cells', 'own'] || !has(self.load.users) ||"
            + " self.load.users.all(u, u <= 150 * self.workload.scale)",
    fieldPath = ".workload.scale",
    message =
        "scale must be at least the most of load.users divided by 150, the customers that a unit of it has: else users work"
            + " on the same rows, and wait for each other rather than for the servers")
@ValidationRule(
    value = "!has(self.workload.ecperf) || self.load.warmUpSeconds > self.load.rampSeconds",
    fieldPath = ".load.warmUpSeconds",
    message =
        "warmUpSeconds must hold rampSeconds and, after it, the pauses of a whole work order (a third of a second at each"
            + " of three stations): else a step measures what the step before began")
@ValidationRule(
    value =
        "!has(self.workload.ecperf) || !has(self.load.users) || self.workload.ecperf.pacingMillis <="
            + " 1000 * (self.load.warmUpSeconds - self.load.rampSeconds)",
    fieldPath = ".load.warmUpSeconds",
    message =
        "warmUpSeconds must hold rampSeconds and, after it, workload.ecperf.pacingMillis: it takes so long until each client"
            + " of a step has begun")
@ValidationRule(
    value =
        "!has(self.workload.ecperf) || !has(self.load.users) || has(self.workload.mix) || self.load.users.all(u, u % 8 == 0)",
    fieldPath = ".load.users",
    message =
        "users must be eights in every step: eight are five order clients and three production lines, ECperf's injection rate"
            + " 1; a workload.mix of your own has other shares")
@ValidationRule(
    value =
        "!has(self.workload.ecperf) || !has(self.load.users) || !has(self.workload.mix) || !('workOrder' in self.workload.mix) ||"
            + " self.workload.mix['workOrder'] == 0.0 ||"
            + " self.load.users.all(u, u * int(self.workload.mix['workOrder'] * 100.0 + 0.5) >= 10000)",
    fieldPath = ".load.users",
    message =
        "users must be so many in every step that one of them is a production line, as the percent of workOrder in the mix"
            + " says")
@ValidationRule(
    value =
        "!has(self.objectives.transactionP90Millis) || self.objectives.transactionP90Millis.all(name, has(self.workload.own) ?"
            + " self.workload.own.transactions.exists(t, t.name == name) : has(self.workload.ecperf) && name == 'workOrder' ||"
            + " name in {'ecperf': ['newOrder', 'changeOrder', 'orderStatus', 'customerStatus'], 'bookstore': ['session'],"
            + " 'cart': ['visit'], 'cells': ['call'], 'portal': ['visit'], 'own': []}[self.workload.name])",
    fieldPath = ".objectives.transactionP90Millis",
    message =
        "transactionP90Millis must name transactions of the workload, as workload.mix does: workOrder only where"
            + " workload.ecperf is given")
public record ScalabilityExperimentSpec(
    @JsonPropertyDescription("The application's transactions and the size of their data.")
        @Default("{}")
        WorkloadSpec workload,
    @JsonPropertyDescription("The system under test: application servers, database, balancer.")
        @Default("{}")
        SystemSpec system,
    @Required @JsonPropertyDescription("What is varied; every value becomes a configuration.")
        SweepSpec sweep,
    @Required @JsonPropertyDescription("The load that every configuration gets.") LoadSpec load,
    @JsonPropertyDescription(
            "What a step must meet to count as capacity, and what the verdict judges.")
        @Default("{}")
        ObjectivesSpec objectives,
    @JsonPropertyDescription("How long each kind of wait may last before it ends with its reason.")
        @Default("{}")
        DeadlinesSpec deadlines,
    @JsonPropertyDescription(
            "How many invalid runs of one trial are repeated before the trial is given up. Default 1.")
        @Min(0)
        @Max(10)
        @Default("1")
        Integer backoffLimit,
    @JsonPropertyDescription(
            "What becomes of the testbed when the experiment ends: Delete removes it, Retain keeps it for a"
                + " look. Results are kept in either case. May be changed at any time. Default Delete.")
        @Default("Delete")
        Cleanup cleanup) {

  private static final int USUAL_P95_MILLIS = 2000;

  /** The objectives given, and where none are those that are usual for the workload. */
  public ObjectivesSpec objectivesInForce() {
    return workload.ecperf() == null
        ? objectives.or(USUAL_P95_MILLIS, null)
        : objectives.or(EcperfSpec.USUAL_P95_MILLIS, EcperfSpec.USUAL_P90_MILLIS);
  }

  /**
   * The longest that answers can come in after the last arrival of a warm-up, in seconds: each
   * request of a transaction is answered just before its timeout; users do not think, and work
   * orders are at their stations all the same.
   */
  public int drainSecondsOfWarmUp() {
    return drainSeconds(load.requestTimeoutMillis());
  }

  /**
   * The longest that answers can come in after the last arrival, in seconds: each request of a
   * transaction is answered just before its timeout, after the longest pause. A client whose next
   * transaction would begin after the end leaves without it, however long its pacing is.
   */
  public int drainSeconds() {
    return drainSeconds(load.requestTimeoutMillis() + workload.mostThinkMillis());
  }

  /**
   * The shares asked for of those transactions that a run must have in them. Production lines that
   * stay have a pace of their own, so that their work orders are no share of order clients' doing.
   */
  public Map<String, Double> mixToKeep() {
    Map<String, Double> mix = new TreeMap<>(workload.mixAsked());
    if (workload.ecperf() != null && load.closedModel()) {
      mix.remove(EcperfSpec.WORK_ORDER);
    }
    return mix;
  }

  private int drainSeconds(long millisOfARequest) {
    return seconds(workload.mostRequests() * millisOfARequest + workload.stationsMillis());
  }

  private static int seconds(long millis) {
    return (int) ((millis + 999) / 1000);
  }
}
