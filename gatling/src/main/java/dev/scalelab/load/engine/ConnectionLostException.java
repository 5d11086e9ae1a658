package dev.scalelab.load.engine;

/** A kept-alive connection was closed by the server after a request had been written to it. */
public final class ConnectionLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConnectionLostException() {
    // No stack trace: these are frequent when a server dies, one per failed request.
    super("the connection was closed without a response", null, false, false);
  }
}
