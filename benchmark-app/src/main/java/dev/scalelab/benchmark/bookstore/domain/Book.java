package dev.scalelab.benchmark.bookstore.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** A book that the store sells. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
@Table(name = "books")
@NamedQuery(name = "Book.all", query = "select b from Book b where b.id in :ids order by b.id")
@NamedQuery(name = "Book.first", query = "select b from Book b order by b.id")
public class Book {

  @Id private Integer id;

  @Column(nullable = false, length = 60)
  private String title;

  @Column(nullable = false, length = 60)
  private String author;

  @Column(nullable = false, precision = 8, scale = 2)
  private BigDecimal price;

  /** For Jakarta Persistence. */
  protected Book() {}

  /** A book and its price, with two decimals. */
  public Book(int id, String title, String author, BigDecimal price) {
    this.id = id;
    this.title = title;
    this.author = author;
    this.price = price;
  }

  public int getId() {
    return id;
  }

  public String getTitle() {
    return title;
  }

  public String getAuthor() {
    return author;
  }

  public BigDecimal getPrice() {
    return price;
  }
}
