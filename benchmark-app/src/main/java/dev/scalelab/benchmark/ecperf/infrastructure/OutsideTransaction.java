package dev.scalelab.benchmark.ecperf.infrastructure;

import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Calls another partition's bean without the transaction of its caller, which WildFly's client
 * would otherwise extend to the other server: its commit could reach any server of that partition.
 */
record OutsideTransaction(Object bean, TransactionManager transactions)
    implements InvocationHandler {

  /** The bean as seen by callers. */
  static <T> T of(Class<T> view, T bean, TransactionManager transactions) {
    return view.cast(
        Proxy.newProxyInstance(
            view.getClassLoader(),
            new Class<?>[] {view},
            new OutsideTransaction(bean, transactions)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Transaction ofCaller = transactions.suspend();
    try {
      return method.invoke(bean, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      if (ofCaller != null) {
        transactions.resume(ofCaller);
      }
    }
  }
}
