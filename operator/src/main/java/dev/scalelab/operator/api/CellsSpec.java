package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** Settings of the workload Cells. */
@ValidationRule(
    value = "self.weights.all(name, name.matches('^[A-Za-z0-9-]{1,32}$'))",
    fieldPath = ".weights",
    message = "weights must name configurations: 1 to 32 letters, digits and '-'")
@ValidationRule(
    value =
        "has(self.table) || self.weights.all(name, name in ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])",
    fieldPath = ".weights",
    message =
        "weights must name configurations of the table: without a table of your own these are 1 to 10")
@ValidationRule(
    value =
        "!has(self.clients) || self.clients.all(one, self.clients.exists_one(other, (has(other.thinkMillis) ?"
            + " other.thinkMillis : 0) == (has(one.thinkMillis) ? one.thinkMillis : 0) && (!has(other.keepAlive) ||"
            + " other.keepAlive) == (!has(one.keepAlive) || one.keepAlive)))",
    fieldPath = ".clients",
    message = "clients must differ in thinkMillis or in keepAlive")
@ValidationRule(
    value = "!has(self.clients) || self.keepAlive",
    fieldPath = ".clients",
    message =
        "clients must not be given beside keepAlive: false: each kind of client has its own keepAlive")
public record CellsSpec(
    @JsonPropertyDescription(
            "Your own table of configurations, comma-separated values in a ConfigMap: what each"
                + " bean calculates, allocates and leaks, whether it throws, and what it calls."
                + " Default: the ten of the study.")
        ConfigMapKey table,
    @JsonPropertyDescription(
            "Configurations that are called, by weight, 1 to 100. Default: those of the study that"
                + " neither throw nor leak, 3, 6, 7, 8 and 10, alike.")
        @Size(min = 1, max = 100)
        @Default("{\"3\": 1, \"6\": 1, \"7\": 1, \"8\": 1, \"10\": 1}")
        Map<String, @Min(1) @Max(100) Integer> weights,
    @JsonPropertyDescription(
            "Whether connections are kept for further calls. With false each call is HTTP/1.0 over a new connection, to the"
                + " balancer and on to a server. Default true.")
        @Default("true")
        Boolean keepAlive,
    @JsonPropertyDescription(
            "With load.closed: kinds of client by weight, each with its own thinkMillis and keepAlive. Weights become whole percents"
                + " of the users. Default: all are alike.")
        @Size(min = 1, max = 20)
        List<Client> clients,
    @JsonPropertyDescription(
            "Whether the trial's result says which configurations leak, besides those that throw: each server then collects its whole"
                + " heap at every scrape of its metrics, which costs CPU. Default false.")
        Boolean screen)
    implements OmitsNulls {

  public CellsSpec {
    // Absent rather than false: so the hash of its results is that of before there was a choice.
    screen = Boolean.TRUE.equals(screen) ? true : null;
    clients = clients == null ? null : List.copyOf(clients);
  }

  /** A kind of client, and its weight among the users. */
  public record Client(
      @Required
          @JsonPropertyDescription(
              "Its weight among the kinds: with {weight: 1} and {weight: 3} a quarter and three quarters of the users.")
          @Min(1)
          @Max(100)
          Integer weight,
      @JsonPropertyDescription(
              "Pause of these users before each call, in milliseconds; not part of the response"
                  + " time. Default 0.")
          @Min(0)
          @Max(240000)
          Integer thinkMillis,
      @JsonPropertyDescription(
              "Whether its connections are kept for further calls. With false its calls are"
                  + " HTTP/1.0, each over a new connection to the balancer. Default true.")
          Boolean keepAlive) {

    /** Defaults, which an item of a list cannot have in the schema: see {@link DatabaseSpec}. */
    public Client {
      thinkMillis = thinkMillis == null ? 0 : thinkMillis;
      keepAlive = keepAlive == null || keepAlive;
    }
  }
}
