package dev.scalelab.benchmark.cells.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableReaderTest {

  private static final String HEADER =
      "config,bean,cpu_repetitions,memory_bytes,leak_bytes,exception";

  @Test
  void withoutLevelsEachRowIsCalledByTheOneAbove() {
    Call first = one("1,TB1,1000,100,10000,no", "1,TB2,2000,,,", "1,TB5,0,0,0,yes");

    assertThat(first)
        .isEqualTo(
            call(
                Bean.TB1,
                1000,
                100,
                10000,
                call(Bean.TB2, 2000, 0, 0, new Call(Bean.TB5, 0, 0, 0, true, List.of()))));
  }

  @Test
  void levelsMakeATreeOfItsRowsFromTopToBottom() {
    Call root =
        read(
                HEADER + ",level",
                "a,TB1,1,,,,1",
                "a,TB2,2,,,,2",
                "a,TB3,3,,,,3",
                "a,TB3,4,,,,3",
                "b,TB7,9,,,,1",
                "a,TB4,5,,,,2",
                "a,TB2,6,,,,3")
            .get("a")
            .call();

    assertThat(root)
        .isEqualTo(
            call(
                Bean.TB1,
                1,
                0,
                0,
                call(Bean.TB2, 2, 0, 0, call(Bean.TB3, 3, 0, 0), call(Bean.TB3, 4, 0, 0)),
                call(Bean.TB4, 5, 0, 0, call(Bean.TB2, 6, 0, 0))));
  }

  @Test
  void commentsBlankLinesSpacesAndWindowsLineEndsDoNotMatter() {
    Map<String, Configuration> configurations =
        TableReader.read("# mine\r\n" + HEADER + "\r\n\r\n x , TB1 , 1 , , , no \r\n");

    assertThat(configurations.get("x").call()).isEqualTo(call(Bean.TB1, 1, 0, 0));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1,TB8,1,1,1,no | line 3, column bean: must be TB1, TB2, TB3, TB4, TB5, TB6 or TB7",
        "1,tb1,1,1,1,no | line 3, column bean: must be TB1, TB2, TB3, TB4, TB5, TB6 or TB7",
        "1,TB1,many,1,1,no | line 3, column cpu_repetitions: must be a whole number from 0 to 10000000, or empty for 0",
        "1,TB1,10000001,1,1,no | line 3, column cpu_repetitions: must be a whole number from 0 to 10000000, or empty for 0",
        "1,TB1,1,-1,1,no | line 3, column memory_bytes: must be a whole number from 0 to 1000000000, or empty for 0",
        "1,TB1,1,1,1.5,no | line 3, column leak_bytes: must be a whole number from 0 to 1000000000, or empty for 0",
        "1,TB1,1,1,99999999999,no | line 3, column leak_bytes: must be a whole number from 0 to 1000000000, or empty for 0",
        "1,TB1,1,1,1,maybe | line 3, column exception: must be yes, no or empty for no",
        "a/b,TB1,1,1,1,no | line 3, column config: must be 1 to 32 letters, digits and '-'",
        ",TB1,1,1,1,no | line 3, column config: must be 1 to 32 letters, digits and '-'",
        "1,TB1,1,1,1 | line 3: must have 6 columns",
      })
  void aBadRowIsNamedWithColumnAndRuleAndNothingOfIt(String row, String message) {
    assertThatThrownBy(() -> read(HEADER, "0,TB1,1,1,1,no", row))
        .isInstanceOf(BadTableException.class)
        .hasMessage(message);
  }

  @ParameterizedTest(name = "{0}, then {1}")
  @CsvSource({
    "2, 2, '1 in the first row of a configuration'",
    "1, 1, 'from 2 to one more than in the row above, and 20 at most'",
    "1, 3, 'from 2 to one more than in the row above, and 20 at most'",
    "1, '', 'from 2 to one more than in the row above, and 20 at most'"
  })
  void aLevelThatHasNoCallerIsRefused(String first, String second, String rule) {
    assertThatThrownBy(
            () -> read(HEADER + ",level", "1,TB1,1,1,1,no," + first, "1,TB2,1,1,1,no," + second))
        .hasMessageEndingWith("column level: must be " + rule);
  }

  @Test
  void aTableHasAHeaderAndAConfiguration() {
    assertThatThrownBy(() -> TableReader.read("1,TB1,1,1,1,no"))
        .hasMessage("line 1: must be the header " + HEADER + "[,level]");
    assertThatThrownBy(() -> TableReader.read(HEADER + "\n# none\n"))
        .hasMessage("line 3: a table has at least one configuration");
  }

  @Test
  void aTreeIsNoDeeperThanAThreadsStackHolds() {
    String[] rows =
        IntStream.range(0, TableReader.MOST_LEVELS)
            .mapToObj(i -> "1,TB1,,,,")
            .toArray(String[]::new);

    assertThat(one(rows)).isNotNull();
    assertThatThrownBy(() -> one(String.join("\n", rows), "1,TB1,,,,"))
        .hasMessage("line 22: a configuration without levels has at most 20 rows");
  }

  @Test
  void aTableHasAtMostAThousandCallsWhateverElseIsInIt() {
    List<String> lines = new ArrayList<>();
    for (int call = 0; call < 1000; call++) {
      lines.add("# the one of " + call);
      lines.add(call + ",TB1,,,,");
    }

    assertThat(read(HEADER, lines.toArray(String[]::new))).hasSize(1000);
    lines.add("more,TB1,,,,");
    assertThatThrownBy(() -> read(HEADER, lines.toArray(String[]::new)))
        .hasMessage("line 2002: a table has at most 1000 rows");
  }

  private static Call call(Bean bean, int repetitions, int memory, int leak, Call... calls) {
    return new Call(bean, repetitions, memory, leak, false, List.of(calls));
  }

  private static Call one(String... rows) {
    return read(HEADER, rows).get("1").call();
  }

  private static Map<String, Configuration> read(String header, String... rows) {
    return TableReader.read(
        header + "\n" + List.of(rows).stream().collect(Collectors.joining("\n")) + "\n");
  }
}
