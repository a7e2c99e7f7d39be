package io.frazil.connector.resolve;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.key.FingerprintMap;
import io.frazil.connector.key.Fingerprinter;
import io.frazil.connector.key.KeyColumns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * Keys whose rows are sought in one table, numbered in the order in which they come first; and what
 * tells data files that cannot hold any of them. Holds some 40 to 60 bytes a key, no objects but
 * the partitions that the keys are in. Not thread-safe, except that any number of threads may look
 * for keys once {@link #sorted} was asked and as long as none is added.
 */
public final class SoughtKeys {
  /** What {@link #find} says of a key that is not sought. */
  public static final int NONE = FingerprintMap.NONE;

  private final Schema schema;
  private final Fingerprinter fingerprinter;
  private final FingerprintMap numbers;
  private final InternalRecordWrapper values;
  private final List<SoughtColumn> columns;
  private final Map<Integer, SoughtPartitions> partitions = new HashMap<>();
  private Fingerprints sorted;

  /**
   * No keys yet.
   *
   * @param key the columns of the keys
   * @param specs all partition specs of the table, by their ids
   */
  public SoughtKeys(KeyColumns key, Map<Integer, PartitionSpec> specs) {
    this.schema = key.schema();
    this.fingerprinter = new Fingerprinter(schema);
    this.numbers = new FingerprintMap(fingerprinter.words());
    this.values = new InternalRecordWrapper(schema.asStruct());
    this.columns = schema.columns().stream().map(SoughtColumn::of).toList();
    this.sorted = new Fingerprints(fingerprinter.words(), 0);
    for (Map.Entry<Integer, PartitionSpec> spec : specs.entrySet()) {
      SoughtPartitions sought = new SoughtPartitions(spec.getValue(), schema);
      if (sought.isDecided()) {
        partitions.put(spec.getKey(), sought);
      }
    }
  }

  /**
   * Takes a key, of which nothing is kept: the record may be used again.
   *
   * @param key of {@link KeyColumns#schema()}
   * @return its number, from 0 on without gaps; a key that was taken before keeps its number
   * @throws IllegalArgumentException if a column is null: no row has such a key
   */
  public int add(Record key) {
    requireNonNull(key, "key");
    if (!fingerprinter.take(key)) {
      throw new IllegalArgumentException(
          "Cannot look for the rows of a key with a null: it identifies none.");
    }
    int known = numbers.size();
    int number = numbers.add(fingerprinter.first(), fingerprinter.second());
    if (number == known) {
      learn(key);
    }
    return number;
  }

  /** The number of a key that was taken, {@link #NONE} if it was not. */
  public int find(Record key) {
    return fingerprinter.take(key)
        ? numbers.find(fingerprinter.first(), fingerprinter.second())
        : NONE;
  }

  /** How many different keys there are. */
  public int size() {
    return numbers.size();
  }

  /** The columns of the keys. */
  Schema schema() {
    return schema;
  }

  /** The field ids of the columns of the keys. */
  List<Integer> fieldIds() {
    return schema.columns().stream().map(Types.NestedField::fieldId).toList();
  }

  /** How many words a fingerprint of these keys has. */
  int words() {
    return fingerprinter.words();
  }

  /** The number of the key with this fingerprint, {@link #NONE} if it is not sought. */
  int find(long first, long second) {
    return numbers.find(first, second);
  }

  /**
   * Finds rows that have a sought key.
   *
   * @param rows sorted, with their positions
   */
  void find(Fingerprints rows, Matches matches) {
    Fingerprints keys = sorted();
    int row = 0;
    int key = 0;
    // Whichever is behind leaps ahead.
    while (row < rows.size() && key < keys.size()) {
      long first = rows.first(row);
      if (first < keys.first(key)) {
        row = rows.indexOfAtLeast(keys.first(key), row);
      } else if (first > keys.first(key)) {
        key = keys.indexOfAtLeast(first, key);
      } else {
        int number = find(first, rows.second(row));
        if (number != NONE) {
          matches.add(number, Integer.toUnsignedLong(rows.number(row)));
        }
        row++;
      }
    }
  }

  /** The fingerprints of all keys with their numbers, sorted. */
  Fingerprints sorted() {
    if (sorted.size() < numbers.size()) {
      sorted = new Fingerprints(words(), numbers.size());
      for (int number = 0; number < numbers.size(); number++) {
        sorted.add(numbers.first(number), numbers.second(number), number);
      }
      sorted.sort();
    }
    return sorted;
  }

  /** Whether a data file may hold a row of one of the keys, as far as its manifest tells. */
  boolean mayBeIn(DataFile file) {
    if (size() == 0) {
      return false;
    }
    SoughtPartitions sought = partitions.get(file.specId());
    if (sought != null && !sought.mayBeIn(file.partition())) {
      return false;
    }
    for (SoughtColumn column : columns) {
      if (!column.mayBeIn(file)) {
        return false;
      }
    }
    return true;
  }

  private void learn(Record key) {
    values.wrap(key);
    List<Types.NestedField> fields = schema.columns();
    for (int column = 0; column < fields.size(); column++) {
      columns.get(column).add(values.get(column, Object.class));
    }
    for (SoughtPartitions sought : partitions.values()) {
      sought.add(values);
    }
  }
}
