package io.frazil.connector;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/** One task of the sink. */
public final class IcebergCdcSinkTask extends SinkTask {
  /** Called by Connect. */
  public IcebergCdcSinkTask() {}

  @Override
  public String version() {
    return IcebergCdcSinkConnector.projectVersion();
  }

  @Override
  public void start(Map<String, String> given) {
    throw new ConnectException("not wired");
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    throw new ConnectException("not wired");
  }

  @Override
  public void stop() {
    throw new ConnectException("not wired");
  }
}
