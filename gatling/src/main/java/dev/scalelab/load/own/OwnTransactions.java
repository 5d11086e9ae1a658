package dev.scalelab.load.own;

import dev.scalelab.load.api.OwnTransaction;
import dev.scalelab.load.profile.OwnKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** The user's own transactions, by their names. */
public final class OwnTransactions {
  private static final String NAME_RULE = "[a-z][A-Za-z0-9]{0,39}";

  private final SortedMap<String, OwnTransaction> byName = new TreeMap<>();

  private OwnTransactions(Collection<OwnTransaction> found) {
    found.forEach(this::add);
  }

  /**
   * Those that a class loader finds.
   *
   * @throws IllegalStateException saying what is missing or wrong, for a person
   */
  public static OwnTransactions of(ClassLoader loader) {
    List<OwnTransaction> found = new ArrayList<>();
    try {
      ServiceLoader.load(OwnTransaction.class, loader).forEach(found::add);
    } catch (ServiceConfigurationError e) {
      throw new IllegalStateException("an own transaction cannot be made: " + e.getMessage(), e);
    }
    if (found.isEmpty()) {
      throw new IllegalStateException(
          "there is no own transaction: no jar of OWN_JARS has a file META-INF/services/"
              + OwnTransaction.class.getName());
    }
    return new OwnTransactions(found);
  }

  private void add(OwnTransaction transaction) {
    String name = transaction.name();
    String type = transaction.getClass().getName();
    if (name == null || !name.matches(NAME_RULE)) {
      throw new IllegalStateException(
          "the own transaction %s must have a name like %s (it is '%s')"
              .formatted(type, NAME_RULE, name));
    }
    if (transaction.requests() < 1) {
      throw new IllegalStateException(
          "the own transaction %s must have 1 request or more (it has %d)"
              .formatted(name, transaction.requests()));
    }
    OwnTransaction other = byName.put(name, transaction);
    if (other != null) {
      throw new IllegalStateException(
          "two own transactions have the name %s: %s and %s"
              .formatted(name, other.getClass().getName(), type));
    }
  }

  /** What is told of each in settings and records, by name. */
  public List<OwnKind> kinds() {
    return byName.values().stream()
        .map(transaction -> new OwnKind(transaction.name(), transaction.requests()))
        .toList();
  }

  /**
   * The transaction of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public OwnTransaction named(String name) {
    OwnTransaction transaction = byName.get(name);
    if (transaction == null) {
      throw new IllegalArgumentException("no own transaction is called " + name);
    }
    return transaction;
  }
}
