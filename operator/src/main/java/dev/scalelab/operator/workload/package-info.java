/** What users do: one class for each workload, which knows its transactions, settings and needs. */
package dev.scalelab.operator.workload;
