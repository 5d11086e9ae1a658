package dev.scalelab.benchmark.ecperf.corporate.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** A customer, with the agreed discount. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
@Table(name = "customers")
public class Customer {

  @Id private Integer id;

  @Column(nullable = false, length = 60)
  private String name;

  @Column(name = "discount_percent", nullable = false)
  private int discountPercent;

  /** For Jakarta Persistence. */
  protected Customer() {}

  /** A customer whose prices are lowered by a discount of 0 to 100 percent. */
  public Customer(int id, String name, int discountPercent) {
    this.id = id;
    this.name = name;
    this.discountPercent = discountPercent;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  /** The discount in percent of the list price. */
  public int getDiscountPercent() {
    return discountPercent;
  }
}
