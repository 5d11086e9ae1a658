package dev.scalelab.load.engine;

/** A kept-alive connection was closed by the server after a request had been written to it. */
public final class ConnectionLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConnectionLostException() {
    // One of these a failed request is common when a server dies: no stack trace.
    super("the connection was closed without a response", null, false, false);
  }
}
