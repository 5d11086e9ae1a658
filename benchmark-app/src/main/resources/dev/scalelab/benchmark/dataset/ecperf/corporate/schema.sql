-- The tables of ECperf's corporate domain. The entities of the application match them.
CREATE TABLE customers (
  id integer PRIMARY KEY,
  name varchar(60) NOT NULL,
  discount_percent integer NOT NULL CHECK (discount_percent BETWEEN 0 AND 100)
);

CREATE TABLE suppliers (
  id integer PRIMARY KEY,
  name varchar(60) NOT NULL
);

CREATE TABLE parts (
  id integer PRIMARY KEY,
  name varchar(60) NOT NULL,
  supplier_id integer NOT NULL REFERENCES suppliers
);
