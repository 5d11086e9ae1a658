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
 * Makes requests whose connection is to be closed HTTP/1.0 requests, which Gatling does not support
 * itself. Netty creates it by its class name, so the setting is passed in a static field.
 */
public final class HttpOneZero extends ChannelInitializerExtension {
  private static volatile boolean wanted;

  /** Enables or disables HTTP/1.0 for new connections. */
  static void install(boolean oneZero) {
    wanted = oneZero;
  }

  @Override
  public void postInitializeClientChannel(Channel channel) {
    if (wanted && channel instanceof SocketChannel) {
      // Gatling's own handlers are added by an initializer that is already in the pipeline.
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
