package dev.scalelab.load.engine;

import dev.scalelab.load.record.Connections;
import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;

/**
 * Told by Netty of every connection that Gatling opens. Netty makes it by its class name, so that
 * what it counts with waits in a static field.
 */
public final class ConnectionCounter extends ChannelInitializerExtension {
  private static volatile Connections current = new Connections();

  /** Makes Netty tell of connections, and counts them there from now on. */
  static void install(Connections connections) {
    System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    current = connections;
  }

  @Override
  public void postInitializeClientChannel(Channel channel) {
    // Names are looked up over channels too, without a connection.
    if (channel instanceof SocketChannel) {
      Connections connections = current;
      connections.opening();
      channel.closeFuture().addListener(closed -> connections.closed());
    }
  }
}
