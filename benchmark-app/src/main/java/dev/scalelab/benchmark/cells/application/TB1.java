package dev.scalelab.benchmark.cells.application;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

/** The session bean TB1. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class TB1 extends TestBean {}
