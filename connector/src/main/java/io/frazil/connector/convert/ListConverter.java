package io.frazil.connector.convert;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Lists, element by element. */
final class ListConverter implements ValueConverter {
  private final Types.ListType target;
  private final ValueConverter elements;

  ListConverter(Types.ListType target, ValueConverter elements) {
    this.target = target;
    this.elements = elements;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return source.type() == Schema.Type.ARRAY
        ? new ListConverter(target, elements.forSource(source.valueSchema()))
        : this;
  }

  @Override
  public Object convert(Object value) {
    if (!(value instanceof List<?> list)) {
      throw ConversionException.unsuited(value, target);
    }
    List<Object> converted = new ArrayList<>(list.size());
    for (Object element : list) {
      converted.add(element(element, converted.size()));
    }
    return converted;
  }

  private Object element(Object element, int index) {
    try {
      Object converted = element == null ? null : elements.convert(element);
      if (converted != null || !target.isElementRequired()) {
        return converted;
      }
    } catch (ConversionException e) {
      throw e.within("[" + index + "]");
    }
    throw ConversionException.of("it is null, and elements are required").within("[" + index + "]");
  }
}
