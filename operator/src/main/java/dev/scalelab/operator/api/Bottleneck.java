package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.Stream;

/** Which resource limits a configuration. */
@RecordBuilder
public record Bottleneck(
    @JsonPropertyDescription(
            "Limited: one resource limits it. NotDetermined: the figures fit several resources, or none. NotSaturated: no"
                + " load reached its limit.")
        BottleneckVerdict verdict,
    @JsonPropertyDescription("The resource, as Database/Cpu; absent unless one limits it.")
        String resource,
    @JsonPropertyDescription("Its database, where there are several.") String database,
    @JsonPropertyDescription("High: every check agrees. Medium: exactly one does not.")
        Confidence confidence,
    @JsonPropertyDescription("Used part of the resource under the highest load; 1 is all.")
        Double utilization,
    @JsonPropertyDescription("Throughput that it would allow alone, in transactions per second.")
        Double boundPerSecond,
    @JsonPropertyDescription(
            "Part, in percent, that it explains of the growth of the response time, or, while connections or threads around it"
                + " are all in use, of the growth of their holding time; of the time itself if that has hardly grown.")
        Double sharePercent,
    @JsonPropertyDescription("The diagnosis as a sentence, with figures.")
        @Size(max = Bottleneck.LONGEST)
        String message,
    @JsonPropertyDescription("What to change, and what it should bring.")
        @Size(max = Bottleneck.LONGEST)
        String recommendation,
    @JsonPropertyDescription(
            "With Limited, the next limits by ascending throughput; with NotDetermined, the resources that may be the limit.")
        @Size(max = Bottleneck.MAX_CANDIDATES)
        List<BottleneckCandidate> candidates,
    @JsonPropertyDescription(
            "Where the mean response time of a transaction goes under the highest load, from the outside in; the parts add up"
                + " to it.")
        @Size(max = 11)
        List<TimePart> times,
    @JsonPropertyDescription(
            "Whether more of the resource gave more capacity; absent unless diagnosis.verify has measured that. When false the"
                + " verdict is NotDetermined, and the resource is the first of the candidates.")
        Boolean verified,
    @JsonPropertyDescription(
            "With Application/Cpu, the partition or tier (web, beans) of the servers whose CPU it is; absent where all servers are alike.")
        String partition)
    implements OmitsNulls {
  /** Maximum length of a sentence. */
  public static final int LONGEST = 800;

  /** Maximum number of candidates. */
  public static final int MAX_CANDIDATES = 3;

  public Bottleneck {
    message = Message.shorten(message, LONGEST);
    recommendation = Message.shorten(recommendation, LONGEST);
    candidates = candidates == null || candidates.isEmpty() ? null : List.copyOf(candidates);
  }

  /** What kubectl shows in a column: the resource or, without one, the verdict. */
  public String shown() {
    return resource == null ? verdict.text() : resource;
  }

  /** The same after it was verified; if more of the resource gave no more, it is a candidate. */
  public Bottleneck verified(boolean rose) {
    return rose ? BottleneckBuilder.builder(this).verified(true).build() : refuted();
  }

  private Bottleneck refuted() {
    BottleneckCandidate named =
        new BottleneckCandidate(resource, database, utilization, boundPerSecond, partition);
    Stream<BottleneckCandidate> others = candidates == null ? Stream.of() : candidates.stream();
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.NOT_DETERMINED)
        .candidates(Stream.concat(Stream.of(named), others).limit(MAX_CANDIDATES).toList())
        .times(times)
        .verified(false)
        .build();
  }

  /** The verdict alone, for a table of hundreds of rows; the trial has the rest. */
  public Bottleneck brief() {
    return BottleneckBuilder.builder()
        .verdict(verdict)
        .resource(resource)
        .database(database)
        .confidence(confidence)
        .boundPerSecond(boundPerSecond)
        .partition(partition)
        .build();
  }
}
