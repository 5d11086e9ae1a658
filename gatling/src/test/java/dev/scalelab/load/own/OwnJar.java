package dev.scalelab.load.own;

import dev.scalelab.load.api.OwnTransaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A jar with transactions, as created by a user. */
public final class OwnJar {
  private static final String SERVICES = "META-INF/services/" + OwnTransaction.class.getName();

  private OwnJar() {}

  /** Creates the jar in a folder: these classes, and a file that lists them as transactions. */
  @SafeVarargs
  public static void in(Path folder, Class<? extends OwnTransaction>... transactions) {
    List<String> names = Arrays.stream(transactions).map(Class::getName).toList();
    try (OutputStream file = Files.newOutputStream(folder.resolve("own-load.jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new JarEntry(SERVICES));
      jar.write(String.join("\n", names).getBytes(StandardCharsets.UTF_8));
      for (String name : names) {
        String path = name.replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(path));
        try (InputStream bytes = OwnJar.class.getClassLoader().getResourceAsStream(path)) {
          bytes.transferTo(jar);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
