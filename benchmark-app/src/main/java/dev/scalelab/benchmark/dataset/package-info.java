/** The command-line tool that builds, resets and audits the databases of the workloads. */
package dev.scalelab.benchmark.dataset;
