package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** An item and its bill of materials. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
@Table(name = "assemblies")
@NamedQuery(
    name = "Assembly.withMaterials",
    query = "select a from Assembly a left join fetch a.materials where a.id = :id")
public class Assembly {

  @Id private Integer id;

  @Cache(usage = CacheConcurrencyStrategy.READ_ONLY)
  @ElementCollection
  @CollectionTable(name = "bill_of_materials", joinColumns = @JoinColumn(name = "assembly_id"))
  @MapKeyColumn(name = "part_id")
  @Column(name = "quantity", nullable = false)
  private Map<Integer, Integer> materials = new HashMap<>();

  /** For Jakarta Persistence. */
  protected Assembly() {}

  /** An item that needs this number of pieces of each part, by part id. */
  public Assembly(int id, Map<Integer, Integer> materials) {
    this.id = id;
    this.materials.putAll(materials);
  }

  /** The parts needed for this number of pieces of the item, by ascending part id. */
  public Map<Integer, Integer> partsFor(int pieces) {
    Map<Integer, Integer> parts = new TreeMap<>();
    materials.forEach((part, quantity) -> parts.put(part, quantity * pieces));
    return parts;
  }
}
