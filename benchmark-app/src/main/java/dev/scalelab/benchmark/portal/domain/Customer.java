package dev.scalelab.benchmark.portal.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A customer of the portal. */
@Entity(name = "PortalCustomer")
@Table(name = "customers")
public class Customer {

  @Id private Integer id;

  @Column(nullable = false, length = 60)
  private String name;

  /** For Jakarta Persistence. */
  protected Customer() {}
}
