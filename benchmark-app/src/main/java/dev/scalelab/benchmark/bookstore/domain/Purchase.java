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

/** A reader's purchase: copies of books, and a total that always equals the sum of the lines. */
@Entity
@Table(name = "purchases")
public class Purchase {

  // The database generates the id: see ecperf's Order.
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
   * A purchase without lines.
   *
   * @param basketNumber number of the basket bought; it can become only one purchase, however often
   *     buying is tried
   * @param readerId the reader who buys it
   * @param boughtAt the current time
   */
  public Purchase(UUID basketNumber, int readerId, Instant boughtAt) {
    this.basketNumber = basketNumber;
    this.readerId = readerId;
    this.boughtAt = boughtAt;
  }

  /** Adds copies of a book that has no line yet, at its current price. */
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
