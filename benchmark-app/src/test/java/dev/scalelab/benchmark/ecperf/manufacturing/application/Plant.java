package dev.scalelab.benchmark.ecperf.manufacturing.application;

import dev.scalelab.benchmark.ecperf.corporate.application.PartStatus;
import dev.scalelab.benchmark.ecperf.corporate.domain.Part;
import dev.scalelab.benchmark.ecperf.corporate.domain.Supplier;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Assembly;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Inventory;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrders;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Stock;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrders;
import dev.scalelab.benchmark.ecperf.supplier.application.Purchasing;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A manufacturing domain without a database: item 5 is made of one part 1 and two parts 2, with 300
 * pieces each in stock; every part has supplier 9.
 */
class Plant {

  final Map<Integer, Stock> stocks =
      new HashMap<>(Map.of(1, new Stock(1, 300, 200, 400), 2, new Stock(2, 300, 200, 400)));
  final Map<Integer, Integer> finished = new HashMap<>();
  final List<WorkOrder> scheduled = new ArrayList<>();
  final List<LargeOrder> waiting = new ArrayList<>();
  final List<PurchaseOrder> ordered = new ArrayList<>();

  final Inventory inventory =
      new Inventory() {
        @Override
        public Optional<Assembly> assembly(int itemId) {
          return itemId == 5 ? Optional.of(new Assembly(5, Map.of(1, 1, 2, 2))) : Optional.empty();
        }

        @Override
        public List<Stock> lock(Collection<Integer> partIds) {
          return partIds.stream().sorted().map(stocks::get).toList();
        }

        @Override
        public void addFinished(int itemId, int pieces) {
          finished.merge(itemId, pieces, Integer::sum);
        }
      };

  /** Work orders by position. */
  final WorkOrders workOrders =
      new WorkOrders() {
        @Override
        public void add(WorkOrder workOrder) {
          scheduled.add(workOrder);
        }

        @Override
        public Optional<WorkOrder> find(long id) {
          return id < scheduled.size() ? Optional.of(scheduled.get((int) id)) : Optional.empty();
        }

        @Override
        public Optional<WorkOrder> findToChange(long id) {
          return find(id);
        }

        @Override
        public Optional<WorkOrder> findLeft(UUID largeOrderId) {
          return scheduled.stream()
              .filter(work -> work.getLargeOrderId().filter(largeOrderId::equals).isPresent())
              .filter(work -> !work.isCompleted())
              .findFirst();
        }
      };

  final LargeOrders largeOrders =
      new LargeOrders() {
        @Override
        public void add(LargeOrder largeOrder) {
          waiting.add(largeOrder);
        }

        @Override
        public boolean include(long orderId) {
          return waiting.stream().anyMatch(large -> large.getOrderId() == orderId);
        }

        @Override
        public Optional<LargeOrder> nextDue(Instant now) {
          return waiting.stream().filter(large -> large.isDue(now)).findFirst();
        }

        @Override
        public Optional<LargeOrder> find(UUID id) {
          return waiting.stream().filter(large -> large.getId().equals(id)).findFirst();
        }
      };

  final PurchaseOrders purchaseOrders =
      new PurchaseOrders() {
        @Override
        public void add(PurchaseOrder order) {
          ordered.add(order);
        }

        @Override
        public Optional<PurchaseOrder> find(UUID number) {
          return ordered.stream().filter(order -> order.getNumber().equals(number)).findFirst();
        }

        @Override
        public Optional<PurchaseOrder> findToChange(UUID number) {
          return find(number);
        }

        @Override
        public List<PurchaseOrder> due(Instant now, int limit) {
          return ordered.stream().limit(limit).toList();
        }
      };

  final ScheduleWorkOrder scheduleWorkOrder =
      new ScheduleWorkOrder(
          inventory,
          workOrders,
          largeOrders,
          new Purchasing(
              new PartStatus(
                  id -> Optional.of(new Part(id, "Part " + id, new Supplier(9, "Supplier 9")))),
              purchaseOrders));

  final AdvanceWorkOrder advanceWorkOrder =
      new AdvanceWorkOrder(workOrders, largeOrders, inventory);
}
