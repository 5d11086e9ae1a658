package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads a list page by page. Whatever others decide the size of is read like this, and reduced
 * while it is read: a whole list of a large cluster is larger than the heap.
 */
public final class Pages {
  private Pages() {}

  /**
   * Gives every item of a list to the consumer, in the API server's order.
   *
   * @param size the largest number of items that are in memory at a time
   * @param list lists one page
   */
  public static <T extends HasMetadata> void forEach(
      long size,
      Function<ListOptions, ? extends KubernetesResourceList<T>> list,
      Consumer<? super T> item) {
    String next = null;
    do {
      var page = list.apply(new ListOptionsBuilder().withLimit(size).withContinue(next).build());
      page.getItems().forEach(item);
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
  }
}
