package dev.scalelab.benchmark.portal.domain;

/**
 * The databases with the customers: each has a range of their numbers, of about the same size.
 *
 * @param count number of databases
 * @param customers number of customers in all of them
 */
public record Stores(int count, int customers) {

  /**
   * The number, from 1, of the database with a customer; customers who do not exist have one too.
   */
  public int of(int customerId) {
    if (count == 1) {
      return 1;
    }
    long nth = Math.max(1, Math.min(customerId, customers));
    // The dataset has the customers from (n - 1) * customers / count + 1 in the n-th database.
    return (int) ((nth * count - 1) / customers) + 1;
  }
}
