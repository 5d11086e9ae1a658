package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Books;
import dev.scalelab.benchmark.bookstore.domain.Readers;
import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;
import dev.scalelab.benchmark.bookstore.domain.WrongLoginException;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/** Queries of visitors, at the store's database. */
@Stateless
@LocalBean
@Remote(Shop.class)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class ShopBean implements Shop {

  /** Number of books in the window. */
  static final int IN_THE_WINDOW = 10;

  private Books books;
  private Readers readers;

  /** For the container. */
  public ShopBean() {}

  @Inject
  ShopBean(Books books, Readers readers) {
    this.books = books;
    this.readers = readers;
  }

  @Override
  public List<BookDetails> window() {
    return books.first(IN_THE_WINDOW).stream().map(BookDetails::of).toList();
  }

  @Override
  public BookDetails book(int id) {
    return books.find(id).map(BookDetails::of).orElseThrow(() -> UnknownIdException.book(id));
  }

  @Override
  public List<BookDetails> books(List<Integer> ids) {
    return ids.isEmpty() ? List.of() : books.find(ids).stream().map(BookDetails::of).toList();
  }

  @Override
  public ReaderDetails reader(int id, int pin) {
    return readers
        .find(id)
        .filter(reader -> reader.hasPin(pin))
        .map(ReaderDetails::of)
        .orElseThrow(WrongLoginException::new);
  }
}
