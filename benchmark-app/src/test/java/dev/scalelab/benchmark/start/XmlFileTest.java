package dev.scalelab.benchmark.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XmlFileTest {

  @TempDir private Path folder;

  @Test
  void elementsAreRemovedWhateverTheirNamespaceAndTheRestIsKept() throws IOException {
    XmlFile file =
        file(
            """
            <server xmlns="urn:a">
              <!-- a comment -->
              <subsystem xmlns="urn:web:1.0"><log pattern="&quot;%r&quot; ${env.X:a&lt;b}"/></subsystem>
              <subsystem xmlns="urn:queue:2.0"><log/></subsystem>
            </server>
            """);

    file.remove("subsystem", "xmlns", "urn:queue:");

    assertThat(written(file))
        .contains("<server xmlns=\"urn:a\">", "<!-- a comment -->")
        .contains("<subsystem xmlns=\"urn:web:1.0\">")
        .contains("<log pattern=\"&quot;%r&quot; ${env.X:a&lt;b}\"/>")
        .doesNotContain("queue");
  }

  @Test
  void elementsOfOneNamespaceAndWordsOfAListAreRemoved() throws IOException {
    XmlFile file =
        file(
            """
            <server xmlns="urn:a">
              <beans xmlns="urn:beans:1.0"><log/></beans>
              <queue xmlns="urn:queue:2.0"><log/></queue>
              <shown parts="io beans beans-too"/>
            </server>
            """);

    file.removeOf("log", "urn:beans:");
    file.removeWord("shown", "parts", "beans");

    assertThat(written(file))
        .contains(
            "<beans xmlns=\"urn:beans:1.0\"/>", "<queue xmlns=\"urn:queue:2.0\"><log/></queue>")
        .contains("parts=\"io beans-too\"");
    assertThatThrownBy(() -> file.removeWord("shown", "parts", "beans"))
        .hasMessageEndingWith("file.xml has not the expected word beans");
  }

  @Test
  void anElementThatIsMissingIsNamed() throws IOException {
    XmlFile file = file("<server><log name=\"a\"/></server>");

    assertThatThrownBy(() -> file.remove("log", "name", "b"))
        .hasMessageEndingWith("file.xml has not the expected element log");
  }

  @Test
  void aFileThatIsNoXmlIsNamed() {
    assertThatThrownBy(() -> file("<server>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("file.xml is no XML: ");
  }

  private XmlFile file(String text) throws IOException {
    return XmlFile.read(Files.writeString(folder.resolve("file.xml"), text));
  }

  private String written(XmlFile file) throws IOException {
    Path target = folder.resolve("written.xml");
    file.write(target);
    return Files.readString(target);
  }
}
