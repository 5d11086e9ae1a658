package dev.scalelab.load.engine;

import dev.scalelab.load.record.Connections;
import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;

/**
 * Notified by Netty of every connection that Gatling opens. Netty creates it by its class name, so
 * the counter is passed in a static field.
 */
public final class ConnectionCounter extends ChannelInitializerExtension {
  private static volatile Connections current = new Connections();

  /** Makes Netty report connections, and counts them in this object from now on. */
  static void install(Connections connections) {
    System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    current = connections;
  }

  @Override
  public void postInitializeClientChannel(Channel channel) {
    // DNS lookups use channels too, which are not connections.
    if (channel instanceof SocketChannel) {
      Connections connections = current;
      connections.opening();
      channel.closeFuture().addListener(closed -> connections.closed());
    }
  }
}
