/** The actions of a visitor of the book store, and where the state of the session is stored. */
package dev.scalelab.benchmark.bookstore.application;
