package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.scalelab.operator.api.CapacityAnswer;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.PercentileRatio;
import dev.scalelab.operator.api.QuestionSpec;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.api.SlotDemand;
import dev.scalelab.operator.api.SystemModel;
import dev.scalelab.operator.api.SystemModelBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code kubectl scalelab plan} calculates as the operator does: the plugin's tests compare its
 * answers with those in this file.
 */
class PluginAnswersTest {
  private static final Path FILE = Path.of("../config/plugin/testdata/answers.json");

  private record Examples(
      List<SystemModel> models, List<QuestionSpec> questions, List<CapacityAnswer> answers) {}

  private static final List<SystemModel> MODELS =
      List.of(
          model("base", 10.0, 9.0, 11.0, 1.0).build(),
          model("slow-cores", 8.0, 7.9, null, 0.3)
              .replicas(6)
              .ordersEach(null)
              .responseErrorPercent(-25.5)
              .demands(
                  List.of(
                      demand("application", null, new Estimate(8.0, 7.9, null), 0.3),
                      demand("database", "main", new Estimate(1.5, null, null), 0.5),
                      demand("database", "supplier", new Estimate(0.25, 0.2, 0.3), 0.5),
                      demand("cache", null, new Estimate(0.0, null, null), 1.0)))
              .build(),
          model("many-cores", 25.0, 24.0, 26.5, 4.0).responseErrorPercent(0.0).build(),
          model("small-pool", 10.0, 9.0, 11.0, 1.0)
              .slots(
                  List.of(
                      new SlotDemand("JDBC pool", 50.0, 2.0),
                      new SlotDemand("web threads", 70.0, 16.0)))
              .build(),
          model("untested", 10.0, 9.0, 11.0, 1.0).responseErrorPercent(null).build(),
          model("misfit", 10.0, 9.0, 11.0, 1.0).reason(ModelReason.MISFIT).build(),
          model("unknown-percentiles", 10.0, 9.0, 11.0, 1.0).percentiles(List.of()).build());

  private static final List<QuestionSpec> QUESTIONS =
      List.of(
          new QuestionSpec(200, 1000, null, 500),
          new QuestionSpec(5000, 10_000, null, 500),
          new QuestionSpec(100_000, 10_000, null, 500),
          new QuestionSpec(20, 0, null, 100),
          new QuestionSpec(null, null, 1, 20),
          new QuestionSpec(null, null, 37, 90),
          new QuestionSpec(null, null, 160, 100),
          new QuestionSpec(null, null, 480, 500),
          new QuestionSpec(null, null, 700, 500));

  private static SystemModelBuilder model(
      String system, double millis, Double low, Double high, double cores) {
    return SystemModelBuilder.builder()
        .system(system)
        .replicas(2)
        .demands(
            List.of(
                demand("application", null, new Estimate(millis, low, high), cores),
                demand("database", null, new Estimate(1.5, 1.4, 1.6), 1.0)))
        .delayMillis(20.0)
        .requestsEach(2.5)
        .ordersEach(0.5)
        .percentiles(List.of(new PercentileRatio(0.5, 2.0), new PercentileRatio(0.9, 3.0)))
        .throughputErrorPercent(-2.0)
        .responseErrorPercent(10.0)
        .message(system + ": each transaction needs CPU");
  }

  private static ServiceDemand demand(String tier, String database, Estimate millis, double cores) {
    return new ServiceDemand(tier, database, millis, cores);
  }

  @Test
  void theFileHasTheOperatorsAnswers() throws IOException {
    String text =
        JsonMapper.builder()
                .build()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(
                    new Examples(MODELS, QUESTIONS, CapacityAnswers.of(MODELS, QUESTIONS)))
            + "\n";
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(FILE, text);
    }
    assertThat(text)
        .as(
            "%s; when the change is meant: mvn -pl operator test -Dtest=PluginAnswersTest -Dgolden.update=true, and change"
                + " config/plugin/internal/planning in the same way",
            FILE)
        .isEqualTo(Files.readString(FILE));
  }
}
