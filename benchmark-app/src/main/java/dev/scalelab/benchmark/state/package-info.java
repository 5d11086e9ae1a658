/**
 * Which state a session has: shown to clients in every response, so that they can detect state that
 * was lost or is old.
 */
package dev.scalelab.benchmark.state;
