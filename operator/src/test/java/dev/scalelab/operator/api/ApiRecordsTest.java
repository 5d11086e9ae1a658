package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Records of the API, read from resources in which any field may be absent. */
class ApiRecordsTest {
  private static final List<? extends Class<?>> RECORDS =
      new ClassFileImporter()
              .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
              .importPackages(ApiRecordsTest.class.getPackageName())
              .stream()
              .filter(JavaClass::isRecord)
              .map(JavaClass::reflect)
              .toList();

  @Test
  void everyRecordIsTextWithoutItsFields() {
    assertThat(RECORDS).hasSizeGreaterThan(100);
    assertThat(RECORDS)
        .allSatisfy(one -> assertThatCode(() -> empty(one).toString()).doesNotThrowAnyException());
  }

  private static Object empty(Class<?> one) throws ReflectiveOperationException {
    Class<?>[] types =
        Stream.of(one.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> constructor = one.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(Stream.of(types).map(ApiRecordsTest::absent).toArray());
  }

  /** Null, or 0 or false of a primitive type. */
  private static Object absent(Class<?> type) {
    return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
  }
}
