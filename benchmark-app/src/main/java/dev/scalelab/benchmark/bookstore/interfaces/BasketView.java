package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.BookDetails;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import java.math.BigDecimal;
import java.util.List;

/**
 * A basket as JSON.
 *
 * @param changes number of changes of the session's state
 * @param copies number of books, counting each copy
 * @param total total price
 * @param lines copies of each book, by ascending id
 */
public record BasketView(int changes, int copies, BigDecimal total, List<Line> lines) {

  /** Copies of one book. */
  public record Line(int bookId, String title, int copies, BigDecimal unitPrice) {}

  static BasketView of(Shopper shopper, List<BookDetails> books) {
    List<Line> lines =
        books.stream()
            .map(
                book ->
                    new Line(
                        book.id(), book.title(), shopper.basket().get(book.id()), book.price()))
            .toList();
    BigDecimal total =
        lines.stream()
            .map(line -> line.unitPrice().multiply(BigDecimal.valueOf(line.copies())))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    return new BasketView(shopper.changes(), shopper.copies(), total, lines);
  }
}
