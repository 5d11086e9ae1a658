package dev.scalelab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NettyVersionTest {
  private static final Pattern WANTED = Pattern.compile("<netty.version>(.*)\\.Final<");

  /** The import of Quarkus' platform must not win over that of Netty, which has newer fixes. */
  @Test
  void everyNettyLibraryIsOfTheVersionInThePom() throws IOException {
    Matcher wanted = WANTED.matcher(Files.readString(Path.of("pom.xml")));
    assertThat(wanted.find()).isTrue();
    assertThat(Version.identify().values())
        .isNotEmpty()
        .allSatisfy(
            library ->
                assertThat(library.artifactVersion())
                    .as(library.artifactId())
                    .startsWith(wanted.group(1)));
  }
}
