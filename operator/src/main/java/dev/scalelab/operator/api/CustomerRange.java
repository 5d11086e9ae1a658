package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The customers in one of several databases. */
public record CustomerRange(
    @JsonPropertyDescription("Number of the first of them.") Integer first,
    @JsonPropertyDescription("Number of the last of them.") Integer last) {

  /**
   * The customers in one of several databases, as the dataset's schema calculates them.
   *
   * @param part number of the database, from 0
   * @param parts number of databases
   * @param customers in all of them
   */
  public static CustomerRange of(int part, int parts, int customers) {
    return new CustomerRange(
        (int) ((long) part * customers / parts) + 1, (int) ((part + 1L) * customers / parts));
  }
}
