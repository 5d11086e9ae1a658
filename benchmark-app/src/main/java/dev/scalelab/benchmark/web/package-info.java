/**
 * Shared by all workloads on the web: the root of the API, the serving pod's name, errors as JSON.
 */
package dev.scalelab.benchmark.web;
