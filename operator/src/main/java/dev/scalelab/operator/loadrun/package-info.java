/** The Jobs of a trial: dataset, warm-up and load; what they print, and how they end. */
package dev.scalelab.operator.loadrun;
