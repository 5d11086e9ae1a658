package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.Leak;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Memory of the Java heap that is never released: in the end the server runs out of memory, which
 * is the purpose of a leak.
 */
@ApplicationScoped
public class HeapLeak implements Leak {

  private final Queue<byte[]> kept = new ConcurrentLinkedQueue<>();

  @Override
  public void keep(int bytes) {
    kept.add(new byte[bytes]);
  }
}
