package dev.scalelab.benchmark.web;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.Provider;

/**
 * A single JSON binding for all requests.
 *
 * <p>Without it RESTEasy creates one for every request, which analyzes the classes again each time:
 * half of a request's CPU time.
 */
@Provider
public class JsonBinding implements ContextResolver<Jsonb> {

  private final Jsonb jsonb = JsonbBuilder.create();

  @Override
  public Jsonb getContext(Class<?> type) {
    return jsonb;
  }
}
