package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/** Keys for a test's own HTTPS servers on loopback. */
public final class SelfSigned {
  /** Password of the key store and of the key. */
  public static final String PASSWORD = "changeit";

  private SelfSigned() {}

  /** A key with a self-signed certificate for 127.0.0.1, which is also written to that file. */
  public static KeyStore key(Path folder, String name, Path certificate) throws Exception {
    Path file = folder.resolve(name + ".p12");
    keytool(
        folder,
        "-genkeypair",
        "-keystore",
        file.toString(),
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=ip:127.0.0.1");
    keytool(
        folder,
        "-exportcert",
        "-rfc",
        "-keystore",
        file.toString(),
        "-alias",
        name,
        "-file",
        certificate.toString());
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static void keytool(Path folder, String... arguments)
      throws IOException, InterruptedException {
    Path program = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Path output = folder.resolve("keytool.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
  }
}
