package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;
import java.io.Serializable;
import java.util.function.Consumer;

/** A change of a shopper, which can be passed to a bean by value. */
public interface Change extends Consumer<Shopper>, Serializable {}
