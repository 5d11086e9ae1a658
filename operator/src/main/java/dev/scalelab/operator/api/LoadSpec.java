package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The load that every configuration gets: a staircase of arrival rates, or of users. */
@ValidationRule(
    value = "has(self.rates) != has(self.users)",
    message =
        "give rates (open model: so many transactions arrive) or users (closed model: so many are there), and not"
            + " both")
@ValidationRule(
    value = "!has(self.transactionsPerUser) || has(self.users)",
    fieldPath = ".transactionsPerUser",
    message =
        "transactionsPerUser must not be given without users: with rates each who arrives does one")
@ValidationRule(
    value = "!has(self.transactionsPerUser) || self.generators == 1",
    fieldPath = ".transactionsPerUser",
    message =
        "transactionsPerUser must not be given with several generators: each would end the measured part by itself")
@ValidationRule(
    value = "!has(self.transactionsPerUser) || self.stepSeconds - self.warmUpSeconds > 10",
    fieldPath = ".transactionsPerUser",
    message =
        "transactionsPerUser must not be given with a measured part, stepSeconds less warmUpSeconds, of 10 s or less: users"
            + " must take 10 s at least")
@ValidationRule(
    value = "self.warmUpSeconds < self.stepSeconds",
    fieldPath = ".warmUpSeconds",
    message =
        "warmUpSeconds must be less than stepSeconds: the rest of the step is what is measured")
@ValidationRule(
    value = "self.rampSeconds <= self.warmUpSeconds",
    fieldPath = ".rampSeconds",
    message =
        "rampSeconds must not be more than warmUpSeconds: nothing is measured while the load changes")
@ValidationRule(
    value =
        "(!has(self.rates) || self.rates.all(r, r * (self.stepSeconds - self.warmUpSeconds) >= self.generators)) &&"
            + " (!has(self.users) || self.users.all(u, u >= self.generators))",
    fieldPath = ".generators",
    message =
        "generators must not be more than the users of any step, nor than the arrivals in its measured part: each must"
            + " have something to do")
public record LoadSpec(
    @JsonPropertyDescription(
            "Open model: arrival rate of each step, in business transactions per second, whatever the servers"
                + " answer; 1 to 100 steps. This or users.")
        @Size(min = 1, max = 100)
        List<@Min(1) @Max(100000) Integer> rates,
    @JsonPropertyDescription(
            "Closed model: users in each step, each of whom begins a transaction when the one before is over (and"
                + " thought about, where the workload has think times, or at its own pace); 1 to 100 steps. This or rates. With"
                + " ecperf: {} and the usual mix they are eights: five order clients and three production lines for each unit of"
                + " the injection rate.")
        @Size(min = 1, max = 100)
        List<@Min(1) @Max(50000) Integer> users,
    @JsonPropertyDescription(
            "With users: the measured part of a step ends when every user has done so many transactions in it; a step"
                + " that is too short for that makes the run invalid, and so does a number that is done in less than 10 s."
                + " Not given: it ends with the step.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Min(1)
        @Max(100000)
        Integer transactionsPerUser,
    @JsonPropertyDescription(
            "How long each step is held, warm-up included, in seconds. Default 60.")
        @Min(5)
        @Max(3600)
        @Default("60")
        Integer stepSeconds,
    @JsonPropertyDescription(
            "Start of each step that is not measured, in seconds; less than stepSeconds. Default 15.")
        @Min(1)
        @Max(3600)
        @Default("15")
        Integer warmUpSeconds,
    @JsonPropertyDescription(
            "Ramp from the step before, at the start of the warm-up, in seconds. Default 5.")
        @Min(0)
        @Max(3600)
        @Default("5")
        Integer rampSeconds,
    @JsonPropertyDescription(
            "Load on freshly started servers before the first run, as much as they take with at most 3 transactions"
                + " open per server and core, in seconds; not measured. 0 is none. Default 30.")
        @Min(0)
        @Max(3600)
        @Default("30")
        Integer serverWarmUpSeconds,
    @JsonPropertyDescription(
            "Completed transactions per server after which that load ends, sooner than its time: servers are then"
                + " equally warm however many there are. Not given: it lasts its whole time.")
        @Min(1)
        @Max(1000000)
        Integer serverWarmUpTransactions,
    @JsonPropertyDescription(
            "Valid runs of each trial; their mean is the configuration's figure. Default 3.")
        @Min(1)
        @Max(10)
        @Default("3")
        Integer repetitions,
    @JsonPropertyDescription(
            "After this time a request without an answer is a failure, in milliseconds. Default 10000.")
        @Min(100)
        @Max(120000)
        @Default("10000")
        Integer requestTimeoutMillis,
    @JsonPropertyDescription("Seed of every random choice of the load generator. Default 1.")
        @Default("1")
        Long seed,
    @JsonPropertyDescription("Container image. Default: the operator's own load generator.")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription("CPU limit and request of each load generator, in cores. Default 1.")
        @Default("1")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription(
            "Memory limit and request of each load generator, in bytes. Default 512Mi.")
        @Default("512Mi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription(
            "Labels of the nodes that the load may run on. Default scalelab.dev/role=load; {} is any node.")
        @Default("{\"scalelab.dev/role\": \"load\"}")
        Map<String, String> nodeSelector,
    @JsonPropertyDescription(
            "Load generators that share each run, a pod each, with cpu and memory each: every one drives its part of the"
                + " load, and their histograms are merged. Default 1.")
        @Min(1)
        @Max(16)
        @Default("1")
        Integer generators) {

  /** Whether users come back (closed model) rather than arrive at a rate (open model). */
  public boolean closedModel() {
    return users != null;
  }

  /** Most arrivals of a step, per second; 0 in a closed model. */
  public int highestRate() {
    return closedModel() ? 0 : Collections.max(rates);
  }

  /** Number of steps of one run. */
  public int steps() {
    return levels().size();
  }

  /** What each step asks for: users in a closed model, else arrivals per second. */
  public List<Integer> levels() {
    return closedModel() ? users : rates;
  }

  /** Length of one run in seconds: every step, warm-ups included. */
  public int runSeconds() {
    return steps() * stepSeconds;
  }

  /** Measured part of one step, in seconds. */
  public int measuredSeconds() {
    return stepSeconds - warmUpSeconds;
  }
}
