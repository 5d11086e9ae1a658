/** What the cart's servers are told. */
package dev.scalelab.benchmark.cart.infrastructure;
