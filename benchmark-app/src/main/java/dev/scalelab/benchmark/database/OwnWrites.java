package dev.scalelab.benchmark.database;

import jakarta.enterprise.context.RequestScoped;

/** Whether the user of a request has just changed something, and must see that. */
@RequestScoped
public class OwnWrites {

  private boolean recent;

  /** The user has. */
  public void remember() {
    recent = true;
  }

  /** Whether the user has; not unless it is known. */
  public boolean areRecent() {
    return recent;
  }
}
