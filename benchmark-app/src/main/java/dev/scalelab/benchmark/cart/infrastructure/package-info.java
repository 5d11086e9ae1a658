/** Settings of the cart's servers. */
package dev.scalelab.benchmark.cart.infrastructure;
