package dev.scalelab.benchmark.cart.domain;

import dev.scalelab.benchmark.state.StateVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;

/** A cart as text, for a client that keeps it between its requests. */
public final class CartText {

  private static final int MAX_DESCRIPTION = 10_000_000;

  private CartText() {}

  /** The text of a cart. */
  public static String of(Cart cart) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 + cart.bytes());
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(cart.version().id());
      out.writeInt(cart.changes());
      out.writeUTF(cart.version().changedBy());
      out.writeInt(cart.size());
      for (Cart.Product product : cart.products()) {
        out.writeInt(product.id());
        out.writeInt(product.description().length);
        out.write(product.description());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an array takes all that is written", e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /**
   * The cart with that text.
   *
   * @throws BadCartTextException if it is not a cart
   */
  public static Cart read(String text) {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
      StateVersion version = new StateVersion(in.readUTF(), in.readInt(), in.readUTF());
      int products = upTo(Cart.MAX_PRODUCTS, in.readInt());
      Cart cart = new Cart(version);
      for (int product = 0; product < products; product++) {
        int id = in.readInt();
        byte[] description = in.readNBytes(upTo(MAX_DESCRIPTION, in.readInt()));
        cart.restore(new Cart.Product(id, description));
      }
      return cart;
    } catch (IOException | IllegalArgumentException e) {
      throw new BadCartTextException();
    }
  }

  private static int upTo(int most, int number) {
    if (number < 0 || number > most) {
      throw new IllegalArgumentException("too many");
    }
    return number;
  }
}
