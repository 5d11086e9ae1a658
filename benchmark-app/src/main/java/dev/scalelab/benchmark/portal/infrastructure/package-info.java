/** The portal's database, its queue and its cache. */
package dev.scalelab.benchmark.portal.infrastructure;
