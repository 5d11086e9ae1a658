package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;

/** Arithmetic on Kubernetes quantities. */
public final class Quantities {
  private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1L << 20);

  private static final Pattern AMOUNT =
      Pattern.compile("[0-9]+(\\.[0-9]+)?(n|u|m|k|M|G|T|Ki|Mi|Gi|Ti)?");

  private Quantities() {}

  /** The number that a text is, with a unit or without; empty if it is something else. */
  public static Optional<BigDecimal> amount(String text) {
    return AMOUNT.matcher(text).matches()
        ? Optional.of(new Quantity(text).getNumericalAmount())
        : Optional.empty();
  }

  /** Whole mebibytes in a number of bytes, rounded down. */
  public static long mebibytes(Quantity bytes) {
    return bytes.getNumericalAmount().divide(MEBIBYTE, RoundingMode.DOWN).longValue();
  }

  /** CPU in whole cores, rounded up: 300m is 1, 1500m is 2. */
  public static int wholeCores(Quantity cores) {
    return cores
        .getNumericalAmount()
        .setScale(0, RoundingMode.CEILING)
        .max(BigDecimal.ONE)
        .intValue();
  }

  /** CPU as stored by the API server: a fraction of a millicore is rounded up. */
  public static Quantity millicores(Quantity cores) {
    BigDecimal millis =
        cores.getNumericalAmount().movePointRight(3).setScale(0, RoundingMode.CEILING);
    return new Quantity(millis.toPlainString() + "m");
  }

  /** More CPU, in millicores rounded up, as text. */
  public static String raised(Quantity cores, double factor) {
    BigDecimal millis = cores.getNumericalAmount().movePointRight(3);
    return ceiling(millis, factor) + "m";
  }

  /** More bytes, in mebibytes rounded up, as text. */
  public static String raisedSize(Quantity bytes, double factor) {
    return ceiling(bytes.getNumericalAmount().divide(MEBIBYTE), factor) + "Mi";
  }

  private static String ceiling(BigDecimal value, double factor) {
    return value
        .multiply(BigDecimal.valueOf(factor))
        .setScale(0, RoundingMode.CEILING)
        .toPlainString();
  }
}
