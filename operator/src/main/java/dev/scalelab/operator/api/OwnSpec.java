package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Settings of the workload own: what the user's application and transactions are like. */
@ValidationRule(
    value = "self.transactions.map(t, t.percent).sum() == 100",
    fieldPath = ".transactions",
    message = "the percents of transactions must add up to 100")
@ValidationRule(
    value =
        "self.transactions.all(one, self.transactions.exists_one(other, other.name == one.name))",
    fieldPath = ".transactions",
    message = "transactions must each have a name of their own")
@ValidationRule(
    value =
        "!has(self.environment) || self.environment.all(one, self.environment.exists_one(other, other.name == one.name))",
    fieldPath = ".environment",
    message = "environment must give each variable once")
@ValidationRule(
    value =
        "!has(self.environment) || self.environment.all(v, !(v.name in ['WORKLOAD', 'POD_NAME', 'POD_IP', 'CLUSTER_DNS',"
            + " 'HEAP', 'ACTIVE_PROCESSORS', 'JAVA_OPTS_APPEND', 'LOG_LEVEL', 'SESSION_COPIES', 'POOL_MAX_SIZE', 'POOL_MIN_SIZE', 'PAGE']))",
    fieldPath = ".environment",
    message = "environment must not give a variable that ScaleLab sets itself")
@ValidationRule(
    value = "!self.cluster || has(self.metricsPort)",
    fieldPath = ".metricsPort",
    message =
        "metricsPort must be given where cluster is true: the servers' metrics tell how many they are")
@ValidationRule(
    value = "self.leastThinkMillis <= self.mostThinkMillis",
    fieldPath = ".leastThinkMillis",
    message = "leastThinkMillis must not be more than mostThinkMillis")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OwnSpec(
    @Required
        @JsonPropertyDescription(
            "Every transaction that the load generator's image has, with its share; the percents add up to 100.")
        @Size(min = 1, max = 16)
        List<Share> transactions,
    @JsonPropertyDescription(
            "Most requests of a transaction that goes well, which tells how long the last answers can take. Default 10.")
        @Min(1)
        @Max(1000)
        @Default("10")
        Integer requestsPerTransaction,
    @JsonPropertyDescription(
            "Path on port 8080 that answers 200 when a server takes requests, and anything else when it does not."
                + " Default /health/ready.")
        @Pattern("^/[A-Za-z0-9._~/?=&-]*$")
        @Size(max = 256)
        @Default("/health/ready")
        String readinessPath,
    @JsonPropertyDescription(
            "Port with the servers' metrics for Prometheus at /metrics; 8080 too. Not given: they have none.")
        @Min(1)
        @Max(65535)
        Integer metricsPort,
    @JsonPropertyDescription(
            "Whether the servers are one cluster and tell how many they are (scalelab_cluster_members): a run is then"
                + " valid only while each sees all. Default false.")
        @Default("false")
        Boolean cluster,
    @JsonPropertyDescription("Variables for the application, beside those of ScaleLab.")
        @Size(max = 64)
        List<Variable> environment,
    @JsonPropertyDescription(
            "Shortest pause before those further requests of a transaction that its class says, and with load.users"
                + " between transactions too, in milliseconds; not part of the response time. Default 0.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer leastThinkMillis,
    @JsonPropertyDescription(
            "Longest of these pauses, which are drawn evenly, in milliseconds. Default 0: no pauses.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer mostThinkMillis) {

  public OwnSpec {
    environment = environment == null ? List.of() : environment;
  }

  /** A transaction and its share. */
  public record Share(
      @Required
          @JsonPropertyDescription("The name that its class gives.")
          @Pattern("^[a-z][A-Za-z0-9]*$")
          @Size(max = 40)
          String name,
      @Required
          @JsonPropertyDescription("Its share of all transactions, in percent.")
          @Min(0)
          @Max(100)
          Integer percent) {}

  /** An environment variable. */
  public record Variable(
      @Required
          @JsonPropertyDescription("Name of the variable.")
          @Pattern("^[A-Za-z_][A-Za-z0-9_]*$")
          @Size(max = 128)
          String name,
      @Required @JsonPropertyDescription("Value of the variable.") @Size(max = 4096)
          String value) {}
}
