/** The workload cart: a stateful shopping cart of a size that is a setting, and no database. */
package dev.scalelab.benchmark.cart;
