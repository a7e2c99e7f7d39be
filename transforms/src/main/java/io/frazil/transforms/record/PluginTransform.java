package io.frazil.transforms.record;

import java.util.Optional;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * A transform of this plugin, which has the plugin's version. It must hold nothing that has to be
 * closed.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public interface PluginTransform<R extends ConnectRecord<R>> extends Transformation<R>, Versioned {
  @Override
  default String version() {
    return Optional.ofNullable(getClass().getPackage().getImplementationVersion())
        .orElse("development");
  }

  @Override
  default void close() {}
}
