package io.frazil.connector.table;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** A table's operations as its catalog has them, for those that do some of them otherwise. */
public abstract class ForwardingOperations implements TableOperations {
  protected final TableOperations operations;

  protected ForwardingOperations(TableOperations operations) {
    this.operations = operations;
  }

  @Override
  public TableMetadata current() {
    return operations.current();
  }

  @Override
  public TableMetadata refresh() {
    return operations.refresh();
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    operations.commit(base, metadata);
  }

  @Override
  public FileIO io() {
    return operations.io();
  }

  @Override
  public EncryptionManager encryption() {
    return operations.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return operations.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return operations.locationProvider();
  }
}
