package dev.scalelab.benchmark.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Digits;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A number that fits into an {@code int}.
 *
 * <p>For a {@link java.math.BigDecimal}: into an {@code Integer}, JSON Binding would silently
 * truncate 1.5 to 1 and 99999999999 to some other number.
 */
@Documented
@Digits(integer = 9, fraction = 0)
@ReportAsSingleViolation
@Constraint(validatedBy = {})
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
public @interface WholeNumber {

  /** Message for invalid numbers. */
  String message() default "must be a whole number of at most 9 digits";

  /** Validation groups. */
  Class<?>[] groups() default {};

  /** Validation payload. */
  Class<? extends Payload>[] payload() default {};
}
