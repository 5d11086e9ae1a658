package dev.scalelab.benchmark.bookstore.domain;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** What a reader bought: copies of books, and a total that always is the sum of them. */
@Entity
@Table(name = "purchases")
public class Purchase {

  // The database counts: see ecperf's Order.
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(name = "basket_number", nullable = false, updatable = false, unique = true)
  private UUID basketNumber;

  @Column(name = "reader_id", nullable = false, updatable = false)
  private int readerId;

  @Column(name = "bought_at", nullable = false, updatable = false)
  private Instant boughtAt;

  @Column(nullable = false, precision = 14, scale = 2)
  private BigDecimal total = BigDecimal.ZERO.setScale(2);

  @ElementCollection
  @CollectionTable(name = "purchase_lines", joinColumns = @JoinColumn(name = "purchase_id"))
  @MapKeyColumn(name = "book_id")
  private Map<Integer, PurchaseLine> lines = new HashMap<>();

  /** For Jakarta Persistence. */
  protected Purchase() {}

  /**
   * A purchase of nothing yet.
   *
   * @param basketNumber of the basket that it was; a basket becomes one purchase, however often it
   *     is bought
   * @param readerId whose purchase it is
   * @param boughtAt this moment
   */
  public Purchase(UUID basketNumber, int readerId, Instant boughtAt) {
    this.basketNumber = basketNumber;
    this.readerId = readerId;
    this.boughtAt = boughtAt;
  }

  /** Adds copies of a book that is not in it yet, at its price of now. */
  public void add(Book book, int copies) {
    PurchaseLine line = new PurchaseLine(copies, book.getPrice());
    lines.put(book.getId(), line);
    total = total.add(line.total());
  }

  public Long getId() {
    return id;
  }

  public int getReaderId() {
    return readerId;
  }

  public Instant getBoughtAt() {
    return boughtAt;
  }

  public BigDecimal getTotal() {
    return total;
  }

  /** The lines by book id. */
  public Map<Integer, PurchaseLine> getLines() {
    return Collections.unmodifiableMap(lines);
  }
}
