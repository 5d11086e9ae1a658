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

/** The user's own transactions, by name. */
public final class OwnTransactions {
  private static final String NAME_RULE = "[a-z][A-Za-z0-9]{0,39}";

  private final SortedMap<String, OwnTransaction> byName = new TreeMap<>();

  private OwnTransactions(Collection<OwnTransaction> found) {
    found.forEach(this::add);
  }

  /**
   * Loads them with a class loader.
   *
   * @throws IllegalStateException with a message for the user if one is missing or invalid
   */
  public static OwnTransactions of(ClassLoader loader) {
    List<OwnTransaction> found = new ArrayList<>();
    try {
      ServiceLoader.load(OwnTransaction.class, loader).forEach(found::add);
    } catch (ServiceConfigurationError e) {
      throw new IllegalStateException("an own transaction cannot be created: " + e.getMessage(), e);
    }
    if (found.isEmpty()) {
      throw new IllegalStateException(
          "no own transactions found: no jar of OWN_JARS has a file META-INF/services/"
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
          "the own transaction %s must have at least 1 request (it has %d)"
              .formatted(name, transaction.requests()));
    }
    OwnTransaction other = byName.put(name, transaction);
    if (other != null) {
      throw new IllegalStateException(
          "two own transactions have the name %s: %s and %s"
              .formatted(name, other.getClass().getName(), type));
    }
  }

  /** The kinds of all transactions, as used in settings and records, by name. */
  public List<OwnKind> kinds() {
    return byName.values().stream()
        .map(transaction -> new OwnKind(transaction.name(), transaction.requests()))
        .toList();
  }

  /**
   * Returns the transaction with that name.
   *
   * @throws IllegalArgumentException if no transaction has that name
   */
  public OwnTransaction named(String name) {
    OwnTransaction transaction = byName.get(name);
    if (transaction == null) {
      throw new IllegalArgumentException("no own transaction has the name " + name);
    }
    return transaction;
  }
}
