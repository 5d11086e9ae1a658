package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.AlreadyBoughtException;
import dev.scalelab.benchmark.bookstore.domain.Book;
import dev.scalelab.benchmark.bookstore.domain.Books;
import dev.scalelab.benchmark.bookstore.domain.EmptyBasketException;
import dev.scalelab.benchmark.bookstore.domain.Purchase;
import dev.scalelab.benchmark.bookstore.domain.Purchases;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns a basket into a purchase. */
@Stateless
public class Buy {

  private Books books;
  private Purchases purchases;

  /** For the container. */
  public Buy() {}

  @Inject
  Buy(Books books, Purchases purchases) {
    this.books = books;
    this.purchases = purchases;
  }

  /**
   * Buys the content of the shopper's basket.
   *
   * @throws EmptyBasketException if the basket is empty
   * @throws UnknownIdException if a book no longer exists
   * @throws AlreadyBoughtException if the basket was bought before
   */
  public Purchase whatIsInTheBasketOf(Shopper shopper) {
    Map<Integer, Integer> basket = shopper.basket();
    if (basket.isEmpty()) {
      throw new EmptyBasketException();
    }
    Map<Integer, Book> known =
        books.find(basket.keySet()).stream()
            .collect(Collectors.toMap(Book::getId, Function.identity()));
    // The database stores microseconds.
    Purchase purchase =
        new Purchase(
            shopper.basketNumber(),
            shopper.readerId(),
            Instant.now().truncatedTo(ChronoUnit.MICROS));
    basket.forEach(
        (bookId, copies) -> {
          if (!known.containsKey(bookId)) {
            throw UnknownIdException.book(bookId);
          }
          purchase.add(known.get(bookId), copies);
        });
    purchases.add(purchase);
    return purchase;
  }
}
