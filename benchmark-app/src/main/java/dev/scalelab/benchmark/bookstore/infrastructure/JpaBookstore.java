package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.domain.AlreadyBoughtException;
import dev.scalelab.benchmark.bookstore.domain.Book;
import dev.scalelab.benchmark.bookstore.domain.Books;
import dev.scalelab.benchmark.bookstore.domain.Purchase;
import dev.scalelab.benchmark.bookstore.domain.Purchases;
import dev.scalelab.benchmark.bookstore.domain.Reader;
import dev.scalelab.benchmark.bookstore.domain.Readers;
import dev.scalelab.benchmark.database.CachedEntities;
import dev.scalelab.benchmark.database.Reads;
import dev.scalelab.benchmark.database.UniqueViolation;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Books, readers and purchases in the book store's database. */
public final class JpaBookstore {

  private JpaBookstore() {}

  /** Books in the database. */
  @ApplicationScoped
  public static class JpaBooks implements Books {

    @PersistenceContext(unitName = "bookstore")
    private EntityManager primary;

    @PersistenceContext(unitName = "bookstore_reads")
    private EntityManager replica;

    @Inject private Reads reads;

    @Inject private CachedEntities cached;

    @Override
    public Optional<Book> find(int id) {
      return Optional.ofNullable(reads.choose(primary, replica).find(Book.class, id));
    }

    @Override
    public List<Book> find(Collection<Integer> ids) {
      if (cached.areEnabled()) {
        return cached.find(primary, Book.class, ids);
      }
      return reads
          .choose(primary, replica)
          .createNamedQuery("Book.all", Book.class)
          .setParameter("ids", ids)
          .getResultList();
    }

    @Override
    public List<Book> first(int limit) {
      return reads
          .choose(primary, replica)
          .createNamedQuery("Book.first", Book.class)
          .setMaxResults(limit)
          .getResultList();
    }
  }

  /** Readers in the database. */
  @ApplicationScoped
  public static class JpaReaders implements Readers {

    @PersistenceContext(unitName = "bookstore")
    private EntityManager primary;

    @PersistenceContext(unitName = "bookstore_reads")
    private EntityManager replica;

    @Inject private Reads reads;

    @Override
    public Optional<Reader> find(int id) {
      return Optional.ofNullable(reads.choose(primary, replica).find(Reader.class, id));
    }
  }

  /** Purchases in the database. */
  @ApplicationScoped
  public static class JpaPurchases implements Purchases {

    @PersistenceContext(unitName = "bookstore")
    private EntityManager entityManager;

    @Override
    public void add(Purchase purchase) {
      try {
        // Flush now, not at the end of the transaction: the database generates the id.
        entityManager.persist(purchase);
      } catch (PersistenceException e) {
        // The basket's number is the only unique value that the database does not generate.
        if (UniqueViolation.isBehind(e)) {
          throw new AlreadyBoughtException();
        }
        throw e;
      }
    }
  }
}
