package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** The load that every configuration gets: a staircase of steps with open arrivals. */
@ValidationRule(
    value = "self.warmUpSeconds < self.stepSeconds",
    fieldPath = ".warmUpSeconds",
    message =
        "warmUpSeconds must be less than stepSeconds: the rest of the step is what is measured")
@ValidationRule(
    value = "self.rampSeconds <= self.warmUpSeconds",
    fieldPath = ".rampSeconds",
    message =
        "rampSeconds must not be more than warmUpSeconds: nothing is measured while the rate changes")
@ValidationRule(
    value =
        "!has(self.cpu) || isQuantity(string(self.cpu)) && quantity(string(self.cpu)).isGreaterThan(quantity('0'))",
    fieldPath = ".cpu",
    message = "cpu must be a quantity of more than zero")
@ValidationRule(
    value =
        "!has(self.memory) || isQuantity(string(self.memory)) && quantity(string(self.memory)).isGreaterThan(quantity('0'))",
    fieldPath = ".memory",
    message = "memory must be a quantity of more than zero")
public record LoadSpec(
    @Required
        @JsonPropertyDescription(
            "Arrival rate of each step, in business transactions per second; 1 to 32 steps.")
        @Size(min = 1, max = 32)
        List<@Min(1) @Max(100000) Integer> rates,
    @JsonPropertyDescription(
            "How long each rate is held, warm-up included, in seconds. Default 60.")
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
            "Ramp from the rate before, at the start of the warm-up, in seconds. Default 5.")
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
    @JsonPropertyDescription("CPU limit and request of the load generator, in cores. Default 1.")
        @Default("1")
        Quantity cpu,
    @JsonPropertyDescription(
            "Memory limit and request of the load generator, in bytes. Default 512Mi.")
        @Default("512Mi")
        Quantity memory,
    @JsonPropertyDescription(
            "Labels of the nodes that the load may run on. Default scalelab.dev/role=load; {} is any node.")
        @Default("{\"scalelab.dev/role\": \"load\"}")
        Map<String, String> nodeSelector) {

  /** Length of one run in seconds: every step, warm-ups included. */
  public int runSeconds() {
    return rates.size() * stepSeconds;
  }

  /** Measured part of one step, in seconds. */
  public int measuredSeconds() {
    return stepSeconds - warmUpSeconds;
  }
}
