package dev.scalelab.operator;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * While the image is built, loads the classes that an experiment uses: the image's class archive
 * then contains them. Archived classes are shared with the file and load faster.
 */
@ApplicationScoped
public class ArchivedClasses {
  private static final Logger LOG = Logger.getLogger(ArchivedClasses.class);
  private static final String SUFFIX = ".class";

  void onStart(
      @Observes StartupEvent event,
      @ConfigProperty(name = "scalelab.archive-classes", defaultValue = "false") boolean archive) {
    if (archive) {
      List<String> names = Stream.concat(own().stream(), libraries().stream()).toList();
      long loaded = names.stream().filter(ArchivedClasses::load).count();
      LOG.infof("%d of %d classes loaded for the archive", loaded, names.size());
    }
  }

  /** All classes of the operator's own jar. */
  private static List<String> own() {
    String jar =
        ArchivedClasses.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    try (JarFile file = new JarFile(jar)) {
      return file.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Classes of libraries and of Java that an experiment uses and a start does not. */
  static List<String> libraries() {
    try (InputStream list = ArchivedClasses.class.getResourceAsStream("/library-classes.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** False if an upgraded library no longer has it: then it is not archived. */
  static boolean load(String name) {
    try {
      Class.forName(name, false, Thread.currentThread().getContextClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
