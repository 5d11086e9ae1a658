package dev.scalelab.benchmark.ecperf.corporate.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** A part of items, and its supplier. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
@Table(name = "parts")
@NamedQuery(
    name = "Part.withSupplier",
    query = "select p from Part p join fetch p.supplier where p.id = :id")
public class Part {

  @Id private Integer id;

  @Column(nullable = false, length = 60)
  private String name;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "supplier_id", nullable = false)
  private Supplier supplier;

  /** For Jakarta Persistence. */
  protected Part() {}

  /** A part of this supplier. */
  public Part(int id, String name, Supplier supplier) {
    this.id = id;
    this.name = name;
    this.supplier = supplier;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public Supplier getSupplier() {
    return supplier;
  }
}
