package dev.scalelab.benchmark.ecperf.corporate.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** A company that sells parts. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
@Table(name = "suppliers")
public class Supplier {

  @Id private Integer id;

  @Column(nullable = false, length = 60)
  private String name;

  /** For Jakarta Persistence. */
  protected Supplier() {}

  /** A supplier. */
  public Supplier(int id, String name) {
    this.id = id;
    this.name = name;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
