package dev.scalelab.benchmark.metrics;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.as.controller.ModelController;
import org.jboss.as.controller.client.OperationMessageHandler;
import org.jboss.as.server.CurrentServiceContainer;
import org.jboss.dmr.ModelNode;
import org.jboss.msc.service.ServiceController;
import org.jboss.msc.service.ServiceName;

/**
 * The server's own model of its configuration, with the values that it has made of expressions. It
 * cannot change while the server runs, so each is read until it has a value, or is absent in a
 * server that has started: one that still starts may not have it yet.
 */
final class ServerModel {
  private static final ServiceName CONTROLLER = ServiceName.of("jboss", "as", "server-controller");

  private static final Map<String, Optional<ModelNode>> KNOWN = new ConcurrentHashMap<>();

  private static final ModelNode STARTING = new ModelNode("starting");

  private ServerModel() {}

  /** A number, or 1 for true and 0 for false; 0 where the resource or the value is not there. */
  static double number(String address, String attribute) {
    return known(address, attribute).map(ServerModel::number).orElse(0.0);
  }

  private static double number(ModelNode value) {
    String text = value.asString();
    return switch (text) {
      case "true" -> 1;
      case "false" -> 0;
      default -> Double.parseDouble(text);
    };
  }

  /**
   * Whether an attribute has a value, or, for an attribute that every such resource has, whether
   * that is there.
   */
  static boolean has(String address, String attribute) {
    return known(address, attribute).isPresent();
  }

  private static Optional<ModelNode> known(String address, String attribute) {
    String key = address + ":" + attribute;
    Optional<ModelNode> known = KNOWN.get(key);
    if (known != null) {
      return known;
    }
    // In this order: what is absent then was absent when the server was complete.
    boolean complete = !read("", "server-state").equals(Optional.of(STARTING));
    Optional<ModelNode> found = read(address, attribute).filter(ModelNode::isDefined);
    if (complete || found.isPresent()) {
      KNOWN.put(key, found);
    }
    return found;
  }

  private static Optional<ModelNode> read(String address, String attribute) {
    ModelNode operation = new ModelNode();
    operation.get("operation").set("read-attribute");
    operation.get("address").setEmptyList();
    for (String part : address.isEmpty() ? new String[0] : address.split("/")) {
      int equals = part.indexOf('=');
      operation.get("address").add(part.substring(0, equals), part.substring(equals + 1));
    }
    operation.get("name").set(attribute);
    operation.get("resolve-expressions").set(true);
    ModelNode answer =
        controller()
            .execute(
                operation,
                OperationMessageHandler.DISCARD,
                ModelController.OperationTransactionControl.COMMIT,
                null);
    return answer.get("outcome").asString().equals("success")
        ? Optional.of(answer.get("result"))
        : Optional.empty();
  }

  private static ModelController controller() {
    ServiceController<?> service =
        CurrentServiceContainer.getServiceContainer().getRequiredService(CONTROLLER);
    return (ModelController) service.getValue();
  }
}
