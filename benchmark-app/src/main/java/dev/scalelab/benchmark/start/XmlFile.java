package dev.scalelab.benchmark.start;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSOutput;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** An XML file of the image, of which the server gets a copy without some elements. */
final class XmlFile {
  private final Path path;
  private final Document document;

  private XmlFile(Path path, Document document) {
    this.path = path;
    this.document = document;
  }

  static XmlFile read(Path path) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler()); // the default one prints, too
      return new XmlFile(path, builder.parse(path.toFile()));
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(path + " is no XML: " + e.getMessage(), e);
    }
  }

  /** Removes all elements with this name; fails without one. */
  void remove(String name) {
    remove(name, element -> true);
  }

  /** Removes the elements with this name and attribute; fails without one. */
  void remove(String name, String attribute, String begin) {
    remove(name, element -> element.getAttribute(attribute).startsWith(begin));
  }

  /** Removes the elements with this name in a namespace; fails without one. */
  void removeOf(String name, String namespace) {
    remove(name, element -> element.getNamespaceURI().startsWith(namespace));
  }

  /** Removes a word from an attribute of the elements with this name; fails if it is in none. */
  void removeWord(String name, String attribute, String word) {
    boolean found = false;
    NodeList all = document.getElementsByTagNameNS("*", name);
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      List<String> words = new ArrayList<>(List.of(element.getAttribute(attribute).split(" ")));
      if (words.remove(word)) {
        element.setAttribute(attribute, String.join(" ", words));
        found = true;
      }
    }
    if (!found) {
      throw new IllegalStateException(path + " has not the expected word " + word);
    }
  }

  private void remove(String name, Predicate<Element> removed) {
    if (!removeAny(name, removed)) {
      throw new IllegalStateException(path + " has not the expected element " + name);
    }
  }

  /** Removes the elements with this name that match, and returns whether there were any. */
  boolean removeAny(String name, Predicate<Element> removed) {
    NodeList all = document.getElementsByTagNameNS("*", name);
    List<Element> matching = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      if (removed.test(element)) {
        matching.add(element);
      }
    }
    matching.forEach(element -> element.getParentNode().removeChild(element));
    return !matching.isEmpty();
  }

  void write(Path target) throws IOException {
    DOMImplementationLS implementation = (DOMImplementationLS) document.getImplementation();
    try (OutputStream out = Files.newOutputStream(target)) {
      LSOutput output = implementation.createLSOutput();
      output.setByteStream(out);
      output.setEncoding("UTF-8");
      if (!implementation.createLSSerializer().write(document, output)) {
        throw new IOException(target + " could not be written");
      }
    }
  }
}
