package dev.scalelab.benchmark.web;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.Provider;

/**
 * One JSON binding for all requests.
 *
 * <p>Without it RESTEasy makes one for every request, and it reads the classes anew each time: half
 * of a request's work.
 */
@Provider
public class JsonBinding implements ContextResolver<Jsonb> {

  private final Jsonb jsonb = JsonbBuilder.create();

  @Override
  public Jsonb getContext(Class<?> type) {
    return jsonb;
  }
}
