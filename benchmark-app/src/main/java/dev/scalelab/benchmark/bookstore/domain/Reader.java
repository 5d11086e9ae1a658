package dev.scalelab.benchmark.bookstore.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** A person who has an account at the store. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
@Table(name = "readers")
public class Reader {

  @Id private Integer id;

  @Column(nullable = false, length = 60)
  private String name;

  // Readers of a load test have nothing to protect. A real store would use a slow password hash.
  @Column(nullable = false)
  private int pin;

  /** For Jakarta Persistence. */
  protected Reader() {}

  /** A reader who logs in with a pin. */
  public Reader(int id, String name, int pin) {
    this.id = id;
    this.name = name;
    this.pin = pin;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  /** Whether this is the reader's pin. */
  public boolean hasPin(int given) {
    return pin == given;
  }
}
