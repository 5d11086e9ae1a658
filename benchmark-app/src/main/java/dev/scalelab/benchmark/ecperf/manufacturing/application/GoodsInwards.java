package dev.scalelab.benchmark.ecperf.manufacturing.application;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.Inventory;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Stock;
import dev.scalelab.benchmark.ecperf.supplier.application.Buyer;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.Consumer;

/** Adds the parts that suppliers deliver to the store. */
@Stateless
@LocalBean
@Remote(Buyer.class)
public class GoodsInwards implements Buyer {

  private Inventory inventory;

  /** For the container. */
  public GoodsInwards() {}

  @Inject
  GoodsInwards(Inventory inventory) {
    this.inventory = inventory;
  }

  @Override
  public void delivered(int partId, int pieces) {
    change(partId, stock -> stock.receive(pieces));
  }

  @Override
  public void refused(int partId, int pieces) {
    change(partId, stock -> stock.giveUp(pieces));
  }

  private void change(int partId, Consumer<Stock> change) {
    inventory.lock(List.of(partId)).forEach(change);
  }
}
