-- The tables of the portal. The entities of the application match them.
DROP TABLE IF EXISTS tickets, orders, customers, dataset;

-- One row that describes the content of this database. It is committed together with the data.
-- The customers may be in several databases: they have parts of about the same size, by the customers' numbers.
CREATE TABLE dataset (
  schema_version text NOT NULL,
  scale integer NOT NULL,
  part integer NOT NULL DEFAULT current_setting('scalelab.part')::integer,
  parts integer NOT NULL DEFAULT current_setting('scalelab.parts')::integer,
  first_customer integer NOT NULL GENERATED ALWAYS AS ((part - 1) * 150 * scale / parts + 1) STORED,
  last_customer integer NOT NULL GENERATED ALWAYS AS (part * 150 * scale / parts) STORED
);

CREATE TABLE customers (
  id integer PRIMARY KEY,
  name varchar(60) NOT NULL
);

-- The client gets the number before the order is stored, so the database does not generate it: a second delivery has
-- the same number. Tickets have such numbers too: a client may give one.
CREATE TABLE orders (
  number uuid CONSTRAINT orders_number PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers,
  ordered_at timestamp with time zone NOT NULL,
  status varchar(10) NOT NULL CHECK (status IN ('TAKEN', 'EXECUTED', 'SHIPPED', 'DELIVERED'))
);

CREATE INDEX orders_of_customer ON orders (customer_id, ordered_at);

CREATE TABLE tickets (
  number uuid PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers,
  opened_at timestamp with time zone NOT NULL,
  status varchar(10) NOT NULL CHECK (status IN ('OPEN', 'ASSIGNED', 'CLOSED'))
);

CREATE INDEX tickets_of_customer ON tickets (customer_id, opened_at);
