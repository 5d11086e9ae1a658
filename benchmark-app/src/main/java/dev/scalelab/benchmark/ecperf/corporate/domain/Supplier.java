package dev.scalelab.benchmark.ecperf.corporate.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A company that sells parts. */
@Entity
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
