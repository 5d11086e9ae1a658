package dev.scalelab.load.engine;

import static io.netty.handler.codec.http.HttpHeaderNames.CONNECTION;
import static io.netty.handler.codec.http.HttpHeaderValues.CLOSE;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;

/**
 * Has requests after which the connection is to be closed written as HTTP/1.0, which Gatling cannot
 * by itself. Netty makes it by its class name, so that whether it is wanted waits in a static
 * field.
 */
public final class HttpOneZero extends ChannelInitializerExtension {
  private static volatile boolean wanted;

  /** From now on connections may, or may not, have requests of HTTP/1.0. */
  static void install(boolean oneZero) {
    wanted = oneZero;
  }

  @Override
  public void postInitializeClientChannel(Channel channel) {
    if (wanted && channel instanceof SocketChannel) {
      // Gatling's own handlers come with an initializer that is in the pipeline already.
      channel.pipeline().addLast(new AfterTheCodec());
    }
  }

  private static final class AfterTheCodec extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      ChannelPipeline pipeline = channel.pipeline();
      pipeline.addAfter(pipeline.context(HttpClientCodec.class).name(), "oneZero", Writer.ONLY);
    }
  }

  @Sharable
  private static final class Writer extends ChannelOutboundHandlerAdapter {
    static final Writer ONLY = new Writer();

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      if (message instanceof HttpRequest request
          && request.headers().contains(CONNECTION, CLOSE, true)) {
        request.setProtocolVersion(HttpVersion.HTTP_1_0);
      }
      context.write(message, promise);
    }
  }
}
