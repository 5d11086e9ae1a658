package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.Account;
import dev.scalelab.benchmark.portal.domain.Accounts;
import dev.scalelab.benchmark.portal.domain.Customer;
import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.NewTicket;
import dev.scalelab.benchmark.portal.domain.Order;
import dev.scalelab.benchmark.portal.domain.OrderChange;
import dev.scalelab.benchmark.portal.domain.Orders;
import dev.scalelab.benchmark.portal.domain.Ticket;
import dev.scalelab.benchmark.portal.domain.Tickets;
import dev.scalelab.benchmark.portal.domain.UnknownCustomerException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Orders, tickets and accounts in the portal's databases. */
public final class JpaPortal {

  /** Maximum number of orders, and of tickets, in an account. */
  static final int LATEST = 10;

  private JpaPortal() {}

  /** Orders in the database. */
  @ApplicationScoped
  public static class JpaOrders implements Orders {

    @Inject private StoreManagers stores;

    @Override
    public boolean addIfNew(NewOrder order) {
      EntityManager entityManager = stores.of(order.customerId());
      if (entityManager.find(Order.class, order.number()) != null) {
        return false;
      }
      entityManager.persist(new Order(order));
      // Flush now, so that the caller gets the errors of the database.
      entityManager.flush();
      return true;
    }

    @Override
    public boolean changeIfTaken(OrderChange change) {
      return stores
              .of(change.customerId())
              .createNamedQuery("PortalOrder.change")
              .setParameter("number", change.number())
              .setParameter("before", Order.Status.TAKEN)
              .setParameter("after", Order.Status.EXECUTED)
              .executeUpdate()
          == 1;
    }
  }

  /** Tickets in the database. */
  @ApplicationScoped
  public static class JpaTickets implements Tickets {
    @Inject private StoreManagers stores;

    @Override
    public void add(NewTicket ticket) {
      EntityManager entityManager = stores.of(ticket.customerId());
      if (entityManager.find(Customer.class, ticket.customerId()) == null) {
        throw new UnknownCustomerException(ticket.customerId());
      }
      if (entityManager.find(Ticket.class, ticket.number()) == null) {
        entityManager.persist(new Ticket(ticket));
        // Flush now, so that the caller gets the errors of the database.
        entityManager.flush();
      }
    }
  }

  /** Accounts in the database. */
  @ApplicationScoped
  public static class JpaAccounts implements Accounts {

    @Inject private StoreManagers stores;

    // One transaction, so that the queries share a connection.
    @Override
    @Transactional
    public Optional<Account> read(int customerId) {
      EntityManager entityManager = stores.of(customerId);
      if (entityManager.find(Customer.class, customerId) == null) {
        return Optional.empty();
      }
      // After the wait for a connection, and before the queries: each of them sees at least the
      // data committed until now.
      Instant asOf = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      return Optional.of(
          new Account(
              customerId,
              asOf,
              count(entityManager, customerId),
              orders(entityManager, customerId),
              tickets(entityManager, customerId)));
    }

    private static long count(EntityManager entityManager, int customerId) {
      return entityManager
          .createNamedQuery("PortalOrder.count", Long.class)
          .setParameter("customerId", customerId)
          .getSingleResult();
    }

    private static List<Account.OrderStatus> orders(EntityManager entityManager, int customerId) {
      return entityManager
          .createNamedQuery("PortalOrder.latest", Order.class)
          .setParameter("customerId", customerId)
          .setMaxResults(LATEST)
          .getResultStream()
          .map(o -> new Account.OrderStatus(o.getNumber(), o.getStatus(), o.getOrderedAt()))
          .toList();
    }

    private static List<Account.TicketStatus> tickets(EntityManager entityManager, int customerId) {
      return entityManager
          .createNamedQuery("Ticket.ofCustomer", Ticket.class)
          .setParameter("customerId", customerId)
          .setMaxResults(LATEST)
          .getResultStream()
          .map(t -> new Account.TicketStatus(t.getNumber(), t.getStatus(), t.getOpenedAt()))
          .toList();
    }
  }
}
