package dev.scalelab.operator.api;

/**
 * Validation rules of the API server for every CPU and every size in the spec. They are rules of
 * the field itself, so that an absent field is not checked.
 */
final class QuantityRules {
  static final String CPU =
      "string(self).matches('^([0-9]{1,7}m|[0-9]{1,4}([.][0-9]{1,3}0{0,6})?)$') &&"
          + " quantity(string(self)).isGreaterThan(quantity('0')) &&"
          + " !quantity(string(self)).isGreaterThan(quantity('1000'))";

  static final String CPU_MESSAGE =
      "must be a whole number of millicores, for example 250m or 0.25, more than 0 and at most 1000 cores";

  static final String SIZE =
      "string(self).matches('^[0-9]{1,16}([.][0-9]{1,3})?([KMGTP]i|[kMGTP]|[eE][0-9]{1,2})?$') &&"
          + " !quantity(string(self)).isLessThan(quantity('1Mi')) &&"
          + " !quantity(string(self)).isGreaterThan(quantity('1Pi'))";

  static final String SIZE_MESSAGE =
      "must be from 1Mi to 1Pi, with a suffix as Mi or Gi (m is a thousandth of a byte), or in bytes without one";

  private QuantityRules() {}
}
