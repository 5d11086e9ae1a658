package dev.scalelab.benchmark.ecperf.interfaces;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** An unknown id, in any domain: 404. */
@Provider
public class UnknownId extends Refused<UnknownIdException> {

  /** For the container. */
  public UnknownId() {
    super(Status.NOT_FOUND, UnknownIdException::getField);
  }
}
