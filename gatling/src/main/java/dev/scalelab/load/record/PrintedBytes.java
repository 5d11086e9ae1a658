package dev.scalelab.load.record;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/** Counts what this process prints, records and everything else; thread-safe. */
public final class PrintedBytes {
  private final LongAdder bytes = new LongAdder();

  /** The same output, counted; in UTF-8, which readers of records expect. */
  public PrintStream count(PrintStream output) {
    return new PrintStream(new Counted(output), true, StandardCharsets.UTF_8);
  }

  /** Number of bytes so far. */
  long sum() {
    return bytes.sum();
  }

  private final class Counted extends FilterOutputStream {
    private Counted(OutputStream output) {
      super(output);
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      bytes.increment();
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length);
      bytes.add(length);
    }
  }
}
