package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** An item that customers order. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
@Table(name = "items")
@NamedQuery(name = "Item.all", query = "select i from Item i where i.id in :ids")
public class Item {

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  @Id private Integer id;

  @Column(nullable = false, length = 60)
  private String name;

  @Column(nullable = false, precision = 8, scale = 2)
  private BigDecimal price;

  /** For Jakarta Persistence. */
  protected Item() {}

  /** An item and its list price, with two decimals. */
  public Item(int id, String name, BigDecimal price) {
    this.id = id;
    this.name = name;
    this.price = price;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  /** The price of one piece after a discount in percent, rounded half up to two decimals. */
  public BigDecimal priceAfter(int discountPercent) {
    return price
        .multiply(BigDecimal.valueOf(100L - discountPercent))
        .divide(HUNDRED, 2, RoundingMode.HALF_UP);
  }
}
