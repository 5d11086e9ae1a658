package dev.scalelab.benchmark.cells.application;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

/** The session bean TB6. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class TB6 extends TestBean {}
