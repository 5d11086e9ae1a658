package dev.scalelab.benchmark.support;

import java.sql.SQLException;
import java.util.Map;

/** ECperf's domains in two databases: customer and corporate, manufacturing and supplier. */
public final class TwoDatabases {

  private final Postgres.Instance postgres;
  private final String shop;
  private final String plant;

  /** Databases whose names begin so; their templates are made, and empty. */
  public TwoDatabases(Postgres.Instance postgres, String name) throws SQLException {
    this.postgres = postgres;
    this.shop = name + "_shop";
    this.plant = name + "_plant";
    postgres.createTemplate(shop);
    postgres.createTemplate(plant);
  }

  /** Settings of the dataset tool and the server. */
  public Map<String, String> environment() {
    Map<String, String> environment = postgres.environment(shop);
    for (String domain : new String[] {"MANUFACTURING", "SUPPLIER"}) {
      environment.put("DB_" + domain + "_NAME", plant);
      environment.put("DB_" + domain + "_TEMPLATE", plant + "_template");
    }
    environment.put("POOL_MIN_SIZE", "2");
    environment.put("LARGE_ORDER_PIECES", "50");
    return environment;
  }

  /** The single value that a query of the customer's and the corporate domain's database gives. */
  public String shop(String sql) throws SQLException {
    return postgres.query(shop, sql);
  }

  /** The single value that a query of manufacturing's and the supplier domain's database gives. */
  public String plant(String sql) throws SQLException {
    return postgres.query(plant, sql);
  }

  /** Executes a statement in the customer's and the corporate domain's database. */
  public void changeShop(String sql) throws SQLException {
    postgres.superuser(shop, sql);
  }

  /** Executes a statement in manufacturing's and the supplier domain's database. */
  public void changePlant(String sql) throws SQLException {
    postgres.superuser(plant, sql);
  }

  /** Transactions between prepare and commit, in both. */
  public int inDoubt() throws SQLException {
    return Integer.parseInt(
        shop(
            "SELECT count(*) FROM pg_prepared_xacts WHERE database IN ('%s', '%s')"
                .formatted(shop, plant)));
  }
}
