package dev.scalelab.benchmark.database;

import jakarta.enterprise.context.RequestScoped;

/** Whether the user of a request has recently changed data, and must see the change. */
@RequestScoped
public class OwnWrites {

  private boolean recent;

  /** Records that the user has changed data. */
  public void remember() {
    recent = true;
  }

  /** Whether the user has recently changed data; false if unknown. */
  public boolean areRecent() {
    return recent;
  }
}
