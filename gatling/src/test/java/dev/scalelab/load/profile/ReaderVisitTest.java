package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReaderVisitTest {
  private static final Dataset DATASET = new Dataset(2);
  private final ReaderVisit visit = new ReaderVisit(DATASET, ThinkTime.NONE, 1, 0);

  @Test
  void loginLooksAndWhatIsPutOrTakenOutAreChanges() {
    visit.logIn();
    int first = visit.nextBook();
    assertThat(visit.putBook()).isEqualTo(first);
    visit.nextBook();
    visit.putBook();

    assertThat(visit.state().answered("s 5 app-0", "app-0", true)).isNull();
    assertThat(visit.takeOutBook()).isEqualTo(first);
    assertThat(visit.state().answered("s 6 app-0", "app-0", true)).isNull();
  }

  @Test
  void noBookIsLookedAtWhileItIsInTheBasket() {
    for (int i = 0; i < DATASET.books(); i++) {
      visit.nextBook();
      visit.putBook();
    }

    assertThat(
            LongStream.range(0, DATASET.books())
                .map(book -> visit.takeOutBook())
                .distinct()
                .count())
        .isEqualTo(DATASET.books());
  }

  @Test
  void readersAreThoseOfTheDatasetAndFollowFromTheSeed() {
    assertThat(readers(7))
        .allMatch(reader -> reader >= 1 && reader <= DATASET.readers())
        .isEqualTo(readers(7))
        .isNotEqualTo(readers(8));
  }

  private static List<Integer> readers(long seed) {
    return LongStream.range(0, 1000)
        .mapToObj(number -> new ReaderVisit(DATASET, ThinkTime.NONE, seed, number).logIn())
        .toList();
  }
}
