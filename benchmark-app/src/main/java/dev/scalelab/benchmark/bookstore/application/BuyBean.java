package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Book;
import dev.scalelab.benchmark.bookstore.domain.Books;
import dev.scalelab.benchmark.bookstore.domain.EmptyBasketException;
import dev.scalelab.benchmark.bookstore.domain.Purchase;
import dev.scalelab.benchmark.bookstore.domain.Purchases;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns a basket into a purchase in the store's database. */
@Stateless
@LocalBean
@Remote(Buy.class)
public class BuyBean implements Buy {

  private Books books;
  private Purchases purchases;

  /** For the container. */
  public BuyBean() {}

  @Inject
  BuyBean(Books books, Purchases purchases) {
    this.books = books;
    this.purchases = purchases;
  }

  @Override
  public PurchaseDetails whatIsInTheBasketOf(Shopper shopper) {
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
    return PurchaseDetails.of(purchase);
  }
}
