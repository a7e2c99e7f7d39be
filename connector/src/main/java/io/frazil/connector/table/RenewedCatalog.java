package io.frazil.connector.table;

import java.io.Closeable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A catalog that is opened anew when it does not know its client any more: Iceberg's REST client
 * renews its token before that expires, and stops for good if the token server is away for some
 * seconds then. Thread-safe.
 *
 * <p>Tables keep the client that they were loaded with, and have to be loaded anew. So no client is
 * closed before all are: storage may still be in use.
 */
final class RenewedCatalog implements InvocationHandler {
  private static final Logger LOG = LoggerFactory.getLogger(RenewedCatalog.class);

  private final Supplier<Catalog> opening;
  private final Deque<Catalog> opened = new ArrayDeque<>();

  private RenewedCatalog(Catalog first, Supplier<Catalog> opening) {
    this.opening = opening;
    opened.push(first);
  }

  /**
   * A catalog that has namespaces, and closes its clients when it is closed.
   *
   * @param first a client of it
   * @param opening opens another
   */
  static Catalog of(Catalog first, Supplier<Catalog> opening) {
    return (Catalog)
        Proxy.newProxyInstance(
            RenewedCatalog.class.getClassLoader(),
            new Class<?>[] {Catalog.class, SupportsNamespaces.class, Closeable.class},
            new RenewedCatalog(first, opening));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Closeable.class) {
      close();
      return null;
    }
    Catalog client = present();
    try {
      return call(client, method, arguments);
    } catch (NotAuthorizedException refusal) {
      return call(after(client, refusal), method, arguments);
    }
  }

  private static Object call(Catalog client, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private synchronized Catalog present() {
    return opened.element();
  }

  /** The client after one that was refused, unless another thread has been quicker. */
  private synchronized Catalog after(Catalog refused, NotAuthorizedException refusal) {
    if (opened.element() == refused) {
      LOG.info("Opening the catalog anew, it refuses its client: {}", refusal.getMessage());
      opened.push(opening.get());
    }
    return opened.element();
  }

  private synchronized void close() throws Exception {
    while (!opened.isEmpty()) {
      if (opened.pop() instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }
}
