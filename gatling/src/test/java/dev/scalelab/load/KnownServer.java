package dev.scalelab.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An order application of known behaviour on a loopback port: responds to each request as
 * configured by the test, and has its own counts.
 */
final class KnownServer implements AutoCloseable {
  /** The server's action for a request. */
  enum Action {
    /** Responds as the application would. */
    ANSWER,
    /** Responds with 503. */
    REFUSE,
    /** Resets the connection (RST). */
    RESET,
    /** Closes the connection without a response (FIN). */
    CLOSE,
    /** Never responds. */
    HANG,
    /** Has forgotten the session's cart, and responds as the application would. */
    FORGET,
    /** Has the session's cart without its latest change, and responds as the application would. */
    SET_BACK,
    /** Has lost the session's cart, and responds with 409 and no state. */
    LOSE,
    /** Responds with 409 without saying which state the session has. */
    CONFLICT
  }

  /** An action after a delay. */
  record Reaction(Action action, long delayNanos) {
    static final Reaction AT_ONCE = new Reaction(Action.ANSWER, 0);

    static Reaction of(Action action) {
      return new Reaction(action, 0);
    }

    static Reaction afterMillis(long millis) {
      return new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  /** Decides by the number of the request, from 0 in order of arrival. */
  interface Behaviour {
    Reaction reactionTo(long request);

    /** Decides by the request's number, method and path. */
    default Reaction reactionTo(long request, String kind) {
      return reactionTo(request);
    }

    /** Decides by the session too, which is null in a request without one. */
    default Reaction reactionTo(long request, String kind, String session) {
      return reactionTo(request, kind);
    }
  }

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final Channel channel;
  private final Behaviour behaviour;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final Map<String, AtomicLong> requestsByKind = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> requestsByPath = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> requestsByVersion = new ConcurrentHashMap<>();
  private final Map<Action, AtomicLong> actions = new ConcurrentHashMap<>();
  private final Queue<Answered> answered = new ConcurrentLinkedQueue<>();
  private final Map<Integer, AtomicLong> responsesByStatus = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> responsesByPod = new ConcurrentHashMap<>();
  private final KnownApplication application = new KnownApplication();

  KnownServer(Behaviour behaviour) {
    this.behaviour = behaviour;
    this.channel =
        new ServerBootstrap()
            .group(loops)
            .channel(EpollServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel accepted) {
                    connections.incrementAndGet();
                    accepted
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpServerKeepAliveHandler(),
                            new HttpObjectAggregator(1 << 16),
                            new Handler());
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  String url() {
    return "http://127.0.0.1:" + ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Requests that arrived. */
  long requests() {
    return requests.get();
  }

  /** Connections accepted. */
  long connections() {
    return connections.get();
  }

  /** Requests that arrived, by method and first path elements. */
  Map<String, Long> requestsByKind() {
    return snapshot(requestsByKind);
  }

  /** Requests that arrived, by their whole path. */
  Map<String, Long> requestsByPath() {
    return snapshot(requestsByPath);
  }

  /** Requests that arrived, by HTTP version. */
  Map<String, Long> requestsByVersion() {
    return snapshot(requestsByVersion);
  }

  /**
   * Its records of the requests that it answered from one time (included) to another (excluded).
   */
  Served served(Instant from, Instant to) {
    Served served = new Served();
    answered.stream()
        .filter(request -> !request.at().isBefore(from) && request.at().isBefore(to))
        .forEach(request -> served.add(request.heldNanos(), request.lateNanos()));
    return served;
  }

  private record Answered(Instant at, long heldNanos, long lateNanos) {}

  /** The number of each action. */
  Map<Action, Long> actions() {
    return snapshot(actions);
  }

  /** Responses sent, by status. */
  Map<Integer, Long> responsesByStatus() {
    return snapshot(responsesByStatus);
  }

  /** The application, which knows its clients' actions. */
  KnownApplication application() {
    return application;
  }

  /** Responses sent, by the pod named in them. */
  Map<String, Long> responsesByPod() {
    return snapshot(responsesByPod);
  }

  private static <K> Map<K, Long> snapshot(Map<K, AtomicLong> counts) {
    Map<K, Long> copy = new TreeMap<>();
    counts.forEach((key, count) -> copy.put(key, count.get()));
    return copy;
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      long readNanos = System.nanoTime();
      long number = requests.getAndIncrement();
      String kind = request.method() + " " + request.uri().replaceAll("/\\d+", "/N");
      Reaction reaction = behaviour.reactionTo(number, kind, KnownApplication.sessionOf(request));
      count(requestsByKind, kind);
      count(requestsByPath, request.uri());
      count(requestsByVersion, request.protocolVersion().text());
      count(actions, reaction.action());
      Runnable answer = prepare(context, request, kind, number, readNanos, reaction);
      if (reaction.delayNanos() == 0) {
        answer.run();
      } else {
        context.executor().schedule(answer, reaction.delayNanos(), TimeUnit.NANOSECONDS);
      }
    }

    private Runnable prepare(
        ChannelHandlerContext context,
        FullHttpRequest request,
        String kind,
        long number,
        long readNanos,
        Reaction reaction) {
      switch (reaction.action()) {
        case RESET:
          return () -> {
            context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            context.close();
          };
        case CLOSE:
          return context::close;
        case HANG:
          return () -> {};
        default:
          String pod = "app-" + number % 3;
          FullHttpResponse response =
              application.answer(request, kind, reaction.action(), number, pod);
          response.headers().set("X-ScaleLab-Pod", pod);
          return () -> {
            count(responsesByStatus, response.status().code());
            count(responsesByPod, pod);
            context.writeAndFlush(response);
            long heldNanos = System.nanoTime() - readNanos;
            answered.add(new Answered(Instant.now(), heldNanos, heldNanos - reaction.delayNanos()));
          };
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // A client with a timeout resets its connection.
      context.close();
    }
  }

  private static <K> void count(Map<K, AtomicLong> counts, K key) {
    counts.computeIfAbsent(key, absent -> new AtomicLong()).incrementAndGet();
  }
}
