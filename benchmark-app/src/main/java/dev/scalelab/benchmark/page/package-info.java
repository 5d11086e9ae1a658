/**
 * A page on which a user runs single transactions manually; disabled unless the setting PAGE is
 * true.
 */
package dev.scalelab.benchmark.page;
