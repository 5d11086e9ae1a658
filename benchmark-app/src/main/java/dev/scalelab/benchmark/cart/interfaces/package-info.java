/** The cart as JSON over HTTP. */
package dev.scalelab.benchmark.cart.interfaces;
