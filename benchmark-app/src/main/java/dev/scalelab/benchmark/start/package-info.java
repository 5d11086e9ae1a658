/**
 * The program that the start script runs before the server: it checks the settings, and writes the
 * server's files.
 */
package dev.scalelab.benchmark.start;
