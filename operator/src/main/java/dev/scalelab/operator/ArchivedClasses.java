package dev.scalelab.operator;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * While the image is built, loads the classes that an experiment uses, so that its class archive
 * contains them: an archived class needs no memory of its own, and is loaded faster.
 */
@ApplicationScoped
public class ArchivedClasses {
  private static final Logger LOG = Logger.getLogger(ArchivedClasses.class);
  private static final String SUFFIX = ".class";

  void load(
      @Observes StartupEvent event,
      @ConfigProperty(name = "scalelab.archive-classes", defaultValue = "false") boolean archive) {
    if (archive) {
      List<String> names = Stream.concat(own(), libraries()).toList();
      long loaded = names.stream().filter(ArchivedClasses::isLoaded).count();
      LOG.infof("%d of %d classes loaded for the archive", loaded, names.size());
    }
  }

  /** All classes of the operator's own jar. */
  private static Stream<String> own() {
    try (JarFile jar = new JarFile(location().toFile())) {
      return jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
          .toList()
          .stream();
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path location() throws URISyntaxException {
    return Path.of(
        ArchivedClasses.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Names of the libraries' and Java's classes that an experiment uses and a start does not. */
  static Stream<String> libraries() {
    try (InputStream list = ArchivedClasses.class.getResourceAsStream("/library-classes.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Loads a class. Of a library that was upgraded it may be missing: then it is not archived. */
  static boolean isLoaded(String name) {
    try {
      Class.forName(name, false, Thread.currentThread().getContextClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
