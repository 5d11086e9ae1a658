package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.Beans;
import dev.scalelab.benchmark.cells.domain.Call;
import dev.scalelab.benchmark.cells.domain.Done;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;

/** The seven beans; each call goes through the container, like any call between beans. */
@ApplicationScoped
public class TestBeans implements Beans {

  @EJB private TB1 tb1;
  @EJB private TB2 tb2;
  @EJB private TB3 tb3;
  @EJB private TB4 tb4;
  @EJB private TB5 tb5;
  @EJB private TB6 tb6;
  @EJB private TB7 tb7;

  @Override
  public Done call(Call call, long seed) {
    TestBean bean =
        switch (call.bean()) {
          case TB1 -> tb1;
          case TB2 -> tb2;
          case TB3 -> tb3;
          case TB4 -> tb4;
          case TB5 -> tb5;
          case TB6 -> tb6;
          case TB7 -> tb7;
        };
    return bean.call(call, seed);
  }
}
