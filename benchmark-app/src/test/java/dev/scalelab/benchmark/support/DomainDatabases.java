package dev.scalelab.benchmark.support;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** ECperf's domains in databases of a test, grouped in one of several ways. */
public final class DomainDatabases {

  private final Postgres.Instance postgres;
  private final String name;
  private final Grouping grouping;

  /** Databases with this name prefix; their templates are created, and empty. */
  public DomainDatabases(Postgres.Instance postgres, String name, Grouping grouping)
      throws SQLException {
    this.postgres = postgres;
    this.name = name;
    this.grouping = grouping;
    for (Domain first : grouping.firsts()) {
      postgres.createTemplate(database(first));
    }
  }

  /** A domain of ECperf. */
  public enum Domain {
    CUSTOMER,
    CORPORATE,
    MANUFACTURING,
    SUPPLIER;

    /** As in the name of a data source. */
    public String label() {
      return name().toLowerCase();
    }
  }

  /**
   * The grouping of the domains: for each domain, in their order, the first one in its database.
   */
  public enum Grouping {
    ALL_IN_ONE(Domain.CUSTOMER, Domain.CUSTOMER, Domain.CUSTOMER, Domain.CUSTOMER),
    TWO_AND_TWO(Domain.CUSTOMER, Domain.CUSTOMER, Domain.MANUFACTURING, Domain.MANUFACTURING),
    EACH_ITS_OWN(Domain.CUSTOMER, Domain.CORPORATE, Domain.MANUFACTURING, Domain.SUPPLIER);

    private final List<Domain> firstByDomain;

    Grouping(Domain... firstByDomain) {
      this.firstByDomain = List.of(firstByDomain);
    }

    Domain firstWith(Domain domain) {
      return firstByDomain.get(domain.ordinal());
    }

    /** The first domain of each database. */
    public List<Domain> firsts() {
      return firstByDomain.stream().distinct().toList();
    }
  }

  /** Settings of the dataset tool and the server. */
  public Map<String, String> environment() {
    Map<String, String> environment = postgres.environment(database(Domain.CUSTOMER));
    for (Domain domain : Domain.values()) {
      environment.put("DB_" + domain + "_NAME", database(domain));
      environment.put("DB_" + domain + "_TEMPLATE", database(domain) + "_template");
    }
    environment.put("POOL_MIN_SIZE", "2");
    environment.put("LARGE_ORDER_PIECES", "50");
    return environment;
  }

  /** The single value of a query in a domain's database. */
  public String query(Domain domain, String sql) throws SQLException {
    return postgres.query(database(domain), sql);
  }

  /** The single number of a query in a domain's database. */
  public int number(Domain domain, String sql) throws SQLException {
    return Integer.parseInt(query(domain, sql));
  }

  /** Executes a statement in a domain's database. */
  public void change(Domain domain, String sql) throws SQLException {
    postgres.superuser(database(domain), sql);
  }

  /** Transactions between prepare and commit, in all of them. */
  public int inDoubt() throws SQLException {
    String all =
        Arrays.stream(Domain.values())
            .map(domain -> "'" + database(domain) + "'")
            .collect(Collectors.joining(","));
    return number(
        Domain.CUSTOMER, "SELECT count(*) FROM pg_prepared_xacts WHERE database IN (" + all + ")");
  }

  private String database(Domain domain) {
    return name + "_" + grouping.firstWith(domain).label();
  }
}
