/** Workloads: one class for each, which defines its transactions, settings and requirements. */
package dev.scalelab.operator.workload;
