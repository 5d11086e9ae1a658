/** The Jobs of a trial: dataset, warm-up and load; their output and how they end. */
package dev.scalelab.operator.loadrun;
