package dev.scalelab.load.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import dev.scalelab.load.profile.OwnKind;
import io.gatling.javaapi.core.ChainBuilder;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnTransactionsTest {
  @TempDir Path folder;

  @Test
  void findsTransactionsOfAJarWithTheirProperties() throws IOException {
    OwnTransactions found = found(Glance.class, FillCart.class);

    assertThat(found.kinds()).containsExactly(new OwnKind("fillCart", 2), new OwnKind("glance", 1));
    assertThat(found.named("glance")).isInstanceOf(Glance.class);
    assertThatThrownBy(() -> found.named("buy")).hasMessage("no own transaction has the name buy");
  }

  @Test
  void aJarWithoutTransactionsFailsWithTheMissingFile() {
    assertThatThrownBy(() -> OwnTransactions.of(getClass().getClassLoader()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "no own transactions found: no jar of OWN_JARS has a file"
                + " META-INF/services/dev.scalelab.load.api.OwnTransaction");
  }

  @Test
  void twoOfOneNameAreRefused() {
    assertThatThrownBy(() -> found(Glance.class, Boaster.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "two own transactions have the name glance: dev.scalelab.load.own.Glance and"
                + " dev.scalelab.load.own.Boaster");
  }

  @Test
  void whatCannotBeMadeNamedOrCountedIsRefused() {
    assertThatThrownBy(() -> found(Hidden.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("an own transaction cannot be created: ")
        .hasMessageContaining("Hidden");
    assertThatThrownBy(() -> found(Misnamed.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("must have a name like [a-z][A-Za-z0-9]{0,39} (it is 'Buy it')");
    assertThatThrownBy(() -> found(Idle.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the own transaction idle must have at least 1 request (it has 0)");
  }

  @SafeVarargs
  private OwnTransactions found(Class<? extends OwnTransaction>... transactions)
      throws IOException {
    OwnJar.in(folder, transactions);
    URL jar = folder.resolve("own-load.jar").toUri().toURL();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar})) {
      return OwnTransactions.of(loader);
    }
  }

  /** A class that cannot be instantiated by others. */
  public static final class Hidden extends Transaction {
    private Hidden() {
      super("hidden", 1);
    }
  }

  /** A class with a name that is invalid elsewhere. */
  public static final class Misnamed extends Transaction {
    public Misnamed() {
      super("Buy it", 1);
    }
  }

  /** A class without requests. */
  public static final class Idle extends Transaction {
    public Idle() {
      super("idle", 0);
    }
  }

  private abstract static class Transaction implements OwnTransaction {
    private final String name;
    private final int requests;

    Transaction(String name, int requests) {
      this.name = name;
      this.requests = requests;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public int requests() {
      return requests;
    }

    @Override
    public ChainBuilder chain(OwnContext context) {
      throw new UnsupportedOperationException("only its name and requests are looked at");
    }
  }
}
