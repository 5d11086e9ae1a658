/**
 * What all workloads share on the web: the root of the API, the answering pod's name, errors as
 * JSON.
 */
package dev.scalelab.benchmark.web;
