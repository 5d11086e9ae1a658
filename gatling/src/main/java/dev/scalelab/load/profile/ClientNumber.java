package dev.scalelab.load.profile;

import java.util.UUID;

/**
 * The UUID of a transaction that is to be stored: it contains the transaction's number and its
 * generator's, so that an audit of the database can name those that are missing. The audit has the
 * inverse.
 */
public final class ClientNumber {
  private static final long MARK = 0x5ca1e1abL << 32;

  private ClientNumber() {}

  /**
   * The UUID as text.
   *
   * @param number of the transaction, from 1; mixed, so that indexes are used as by random UUIDs
   * @param generator number of the generator
   */
  public static String of(long number, int generator) {
    return new UUID(Seeds.mix(number), MARK | generator).toString();
  }
}
