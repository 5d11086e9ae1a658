package dev.scalelab.benchmark.ecperf.corporate.application;

import dev.scalelab.benchmark.ecperf.corporate.domain.Part;
import dev.scalelab.benchmark.ecperf.corporate.domain.Parts;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Looks a part and its supplier up. */
@Stateless
@LocalBean
@Remote(Sources.class)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class PartStatus implements Sources {

  private Parts parts;

  /** For the container. */
  public PartStatus() {}

  /** Looks these parts up. */
  @Inject
  public PartStatus(Parts parts) {
    this.parts = parts;
  }

  /**
   * The part with its supplier.
   *
   * @throws UnknownIdException if no part has this id
   */
  public Part of(int partId) {
    return parts.find(partId).orElseThrow(() -> UnknownIdException.part(partId));
  }

  @Override
  public int supplierOf(int partId) {
    return of(partId).getSupplier().getId();
  }
}
