package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/**
 * A customer's order: at most one line per item, and a total that always equals the sum of the
 * lines.
 */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
@Table(name = "orders")
@NamedQuery(
    name = "Order.withLines",
    query = "select o from Order o left join fetch o.lines where o.id = :id")
@NamedQuery(
    name = "Order.latestOfCustomer",
    query = "select o from Order o where o.customerId = :customerId order by o.id desc")
public class Order {

  // The database generates the id: a range of ids cached in the server would survive a reset of the
  // database and then be used twice. Insert and id take one round trip either way.
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(name = "cart_number", nullable = false, updatable = false, unique = true)
  private UUID cartNumber;

  @Column(name = "customer_id", nullable = false, updatable = false)
  private int customerId;

  @Column(name = "ordered_at", nullable = false, updatable = false)
  private Instant orderedAt;

  @Column(name = "discount_percent", nullable = false, updatable = false)
  private int discountPercent;

  @Column(nullable = false, precision = 14, scale = 2)
  private BigDecimal total = BigDecimal.ZERO.setScale(2);

  @Column(nullable = false)
  private int changes;

  @Column(name = "large_lines", nullable = false, updatable = false)
  private int largeLines;

  @Column(name = "cancelled_at")
  private Instant cancelledAt;

  @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
  @ElementCollection
  @CollectionTable(name = "order_lines", joinColumns = @JoinColumn(name = "order_id"))
  @MapKeyColumn(name = "item_id")
  private Map<Integer, OrderLine> lines = new HashMap<>();

  /** For Jakarta Persistence. */
  protected Order() {}

  /**
   * An order without lines.
   *
   * @param cartNumber number of the cart ordered; it can become only one order, however often
   *     ordering is tried
   * @param customerId the customer who orders
   * @param discountPercent the customer's current discount
   * @param orderedAt the current time
   */
  public Order(UUID cartNumber, int customerId, int discountPercent, Instant orderedAt) {
    this.cartNumber = cartNumber;
    this.customerId = customerId;
    this.discountPercent = discountPercent;
    this.orderedAt = orderedAt;
  }

  /**
   * Adds a line, or replaces the quantity of the item's line; the price of an existing line stays.
   */
  public void put(Item item, int quantity) {
    OrderLine old = lines.get(item.getId());
    OrderLine line =
        old == null
            ? new OrderLine(quantity, item.priceAfter(discountPercent))
            : old.withQuantity(quantity);
    lines.put(item.getId(), line);
    total = total.add(line.total()).subtract(old == null ? BigDecimal.ZERO : old.total());
  }

  /** Marks all current lines as made to order, by manufacturing's large-order line. */
  public void makeToOrder() {
    lines.replaceAll((item, line) -> line.allMadeToOrder());
    largeLines = lines.size();
  }

  /**
   * Changes the order after it was placed, and counts the change.
   *
   * @throws OrderClosedException if it is cancelled
   */
  public void change(Item item, int quantity) {
    if (isCancelled()) {
      throw new OrderClosedException(id, "is cancelled");
    }
    put(item, quantity);
    changes++;
  }

  /**
   * Cancels the order; its lines are kept. Without effect if it is cancelled already.
   *
   * @throws OrderClosedException if it is made to order: a production line may have begun it
   */
  public void cancel(Instant now) {
    if (isLarge()) {
      throw new OrderClosedException(id, "is made to order, and cannot be cancelled");
    }
    if (!isCancelled()) {
      cancelledAt = now;
    }
  }

  public Long getId() {
    return id;
  }

  public int getCustomerId() {
    return customerId;
  }

  public Instant getOrderedAt() {
    return orderedAt;
  }

  public BigDecimal getTotal() {
    return total;
  }

  /** Number of changes after the order was placed. */
  public int getChanges() {
    return changes;
  }

  /** Whether the customer has cancelled it. */
  public boolean isCancelled() {
    return cancelledAt != null;
  }

  /** Whether it is made to order, which was decided when it was placed. */
  public boolean isLarge() {
    return largeLines > 0;
  }

  /** Number of lines passed to manufacturing; lines added by later changes are not. */
  public int getLargeLines() {
    return largeLines;
  }

  /** The pieces passed to manufacturing, by item id. */
  public Map<Integer, Integer> piecesMadeToOrder() {
    Map<Integer, Integer> pieces = new TreeMap<>();
    lines.forEach(
        (item, line) -> {
          if (line.getMadeToOrder() > 0) {
            pieces.put(item, line.getMadeToOrder());
          }
        });
    return pieces;
  }

  /** The lines by item id. */
  public Map<Integer, OrderLine> getLines() {
    return Collections.unmodifiableMap(lines);
  }
}
