/** The workload cart: a stateful shopping cart of configurable size, without a database. */
package dev.scalelab.benchmark.cart;
