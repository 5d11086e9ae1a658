/** A cart whose state is as large as asked for, and counts its changes. */
package dev.scalelab.benchmark.cart.domain;
