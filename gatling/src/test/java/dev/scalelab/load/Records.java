package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.record.HistogramText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The records of a run, as a reader of standard output sees them. */
record Records(List<JsonNode> all) {

  List<JsonNode> ofKind(String kind) {
    return all.stream().filter(record -> record.get("record").asText().equals(kind)).toList();
  }

  List<JsonNode> steps() {
    return ofKind("step");
  }

  /** The last record of a run. */
  JsonNode run() {
    JsonNode last = all.get(all.size() - 1);
    assertThat(last.get("record").asText()).isEqualTo("run");
    return last;
  }

  /** A count of all types together: "ok", "failed" or "shed" of "totals" or "outsideWindows". */
  long sumOfRun(String block, String field) {
    return sum(run().get(block), field);
  }

  /** The sum of a field over the members of an object. */
  static long sum(JsonNode object, String field) {
    long sum = 0;
    for (JsonNode member : object) {
      sum += member.get(field).asLong();
    }
    return sum;
  }

  /** The merged histogram of all types of a step, in microseconds. */
  static Histogram merged(JsonNode step) {
    Histogram merged = new Histogram(3);
    for (JsonNode type : step.get("transactions")) {
      merged.add(HistogramText.decode(type.get("histogram").asText()));
    }
    return merged;
  }

  /** The same times from the sending, within 1 %. */
  static Histogram sent(JsonNode step) {
    return HistogramText.decode(step.get("sentHistogram").asText());
  }

  /** Errors of a record by reason. */
  static Map<String, Long> errors(JsonNode record) {
    Map<String, Long> errors = new TreeMap<>();
    record
        .get("errors")
        .forEach(error -> errors.put(error.get("reason").asText(), error.get("count").asLong()));
    return errors;
  }

  /** Failed requests of a record by kind, those that there are. */
  static Map<String, Long> failedBy(JsonNode record) {
    Map<String, Long> kinds = new TreeMap<>();
    record
        .get("failedBy")
        .properties()
        .forEach(kind -> kinds.put(kind.getKey(), kind.getValue().asLong()));
    kinds.values().removeIf(count -> count == 0);
    return kinds;
  }

  /** Checks all sums in the records of a run that was not interrupted. */
  void assertThatTheyAddUp() {
    long ok = sumOfRun("outsideWindows", "ok");
    long failed = sumOfRun("outsideWindows", "failed");
    for (JsonNode step : steps()) {
      JsonNode types = step.get("transactions");
      assertThat(sum(types, "ok")).isEqualTo(step.get("completed").asLong());
      assertThat(sum(types, "failed")).isEqualTo(step.get("failed").asLong());
      assertThat(sum(types, "requests")).isEqualTo(step.get("requests").asLong());
      assertThat(merged(step).getTotalCount()).isEqualTo(step.get("completed").asLong());
      assertThat(sent(step).getTotalCount()).isEqualTo(step.get("completed").asLong());
      assertThat(errors(step).values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(step.get("failed").asLong());
      assertThat(failedBy(step).values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(step.get("failedRequests").asLong());
      ok += step.get("completed").asLong();
      failed += step.get("failed").asLong();
    }
    assertThat(ok).isEqualTo(sumOfRun("totals", "ok"));
    assertThat(failed).isEqualTo(sumOfRun("totals", "failed"));
    JsonNode run = run();
    assertThat(sumOfRun("totals", "shed")).isEqualTo(run.get("shed").asLong());
    assertThat(run.get("sent").asLong() + run.get("shed").asLong())
        .isEqualTo(run.get("scheduled").asLong());
    assertThat(run.get("unfinished").asLong()).isZero();
    assertThat(ok + failed).isEqualTo(run.get("scheduled").asLong());
    assertThat(new ArrayList<>(errors(run).values()).stream().mapToLong(Long::longValue).sum())
        .isEqualTo(failed);
  }
}
