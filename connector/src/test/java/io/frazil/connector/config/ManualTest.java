package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.transforms.debezium.UnwrapDebezium;
import io.frazil.transforms.dms.DmsCsvLine;
import io.frazil.transforms.dms.UnwrapDms;
import io.frazil.transforms.mongo.UnwrapMongo;
import io.frazil.transforms.record.AddRecordMetadata;
import io.frazil.transforms.record.JsonToMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Keeps the pages of the manual that are printed from definitions. Run with {@code
 * -Dfrazil.docs.write=true} it writes them instead.
 */
class ManualTest {
  private static final Path PAGES = Path.of("..", "docs");

  @Test
  void thePageAboutTheConnectorsOptionsIsUpToDate() throws IOException {
    assertUpToDate(Manual.connectorPage(), "configuration.md");
  }

  @Test
  void thePageAboutTheTransformsIsUpToDate() throws IOException {
    assertUpToDate(
        Manual.transformsPage(
            List.of(
                unwrapDebezium(), //
                unwrapDms(),
                dmsCsvLine(),
                unwrapMongo(),
                addRecordMetadata(),
                jsonToMap())),
        "transforms.md");
  }

  private static Manual.Transform unwrapDebezium() {
    return new Manual.Transform(
        UnwrapDebezium.class,
        """
        Turns what Debezium sends for PostgreSQL, MySQL and MariaDB into the row and, beside it, the
        struct `_cdc`, which tells the operation and where it comes from. It reads Debezium's own
        envelope, with schemas or without, and the flat rows that ExtractNewRecordState leaves; of
        these, let it add what `_cdc` is to tell:
        `add.fields=op,db,schema,table,lsn,source.ts_ms` for PostgreSQL, and `file,pos` in place of
        `schema,lsn` for the others. What else was added stays a column.

        | field of `_cdc` | what it holds |
        |---|---|
        | `op` | `I` for a row that was created or read by a snapshot, `U`, `D`, or `T` for a truncate, which has no row |
        | `ts` | when the source committed it; where only the connector's clock is told, that |
        | `position` | where it stood in the source's log; sorts as text |
        | `source`, `target` | the table, and the name that `target.pattern` makes of it |
        | `key` | the record's key, if it has one |
        | `before` | the row before, as Debezium sent it, if it did |
        | `former_key` | of a row whose key changed, the key before: from the header `__debezium.oldkey`, as far as the worker's `header.converter` understands it; the default one does |

        The row of a delete has only the columns of its key: PostgreSQL makes up the others, unless
        the table has `REPLICA IDENTITY FULL`. They are in `_cdc.before`. Where the record has no key,
        the row is the one before. Tombstones pass, and delete by their key what is deleted already.
        Heartbeats, messages, and events of transactions and schemas become records without key and
        value, which the sink passes over and counts.

        A position is three numbers with leading zeros. For PostgreSQL: the end of the last
        transaction committed before, the LSN, the order in the transaction. For MySQL and MariaDB:
        the number of the log's file, the place in it where the transaction begins, the order in the
        transaction. The order is told where the source connector has
        `provide.transaction.metadata=true`; it is 0 for rows of a snapshot. Positions of two servers
        do not compare: after a failover of MySQL to another server, begin with a new table or without
        an ordering column.

        Set `value.converter.replace.null.with.default=false` in the source and in the sink, or nulls
        come as their column's default.
        """,
        """
        {
          "transforms": "unwrap",
          "transforms.unwrap.type": "io.frazil.transforms.debezium.UnwrapDebezium",
          "iceberg.tables": "shop.orders",
          "iceberg.tables.cdc-field": "_cdc.op",
          "iceberg.tables.key-source": "record-key"
        }
        """,
        UnwrapDebezium.definition());
  }

  private static Manual.Transform dmsCsvLine() {
    return new Manual.Transform(
        DmsCsvLine.class,
        """
        Turns a line of CSV, as AWS DMS writes them to S3, into a row with a column for the operation.
        The value must come as a string.
        """,
        """
        {
          "transforms": "csv",
          "transforms.csv.type": "io.frazil.transforms.dms.DmsCsvLine",
          "transforms.csv.columns": "op string, order_id bigint, amount decimal(10,2)",
          "transforms.csv.key.columns": "order_id"
        }
        """,
        DmsCsvLine.definition());
  }

  private static Manual.Transform unwrapDms() {
    return new Manual.Transform(
        UnwrapDms.class,
        """
        Turns a message that AWS DMS sends to Kafka into its row, with the operation in `_cdc.op`. [How
        to use it](sources/dms.md).
        """,
        """
        {
          "transforms": "unwrap",
          "transforms.unwrap.type": "io.frazil.transforms.dms.UnwrapDms",
          "iceberg.tables": "depot.parcel",
          "iceberg.tables.cdc-field": "_cdc.op",
          "iceberg.table.depot.parcel.id-columns": "parcel_id"
        }
        """,
        UnwrapDms.definition());
  }

  private static Manual.Transform unwrapMongo() {
    return new Manual.Transform(
        UnwrapMongo.class,
        """
        Turns a change of Debezium's connector for MongoDB into a row with the document's id and the
        document as JSON text, with the operation in `_cdc.op`. Set
        `capture.mode=change_streams_update_full` at Debezium's connector, or
        `change_streams_update_full_with_pre_image` to have the documents before in `_cdc.before`. The
        record's key becomes the id too. An ObjectId becomes its 24 hexadecimal digits; any other id
        stays Extended JSON, text with its quotes, so that no two become the same. This release has no
        test with a real MongoDB.
        """,
        """
        {
          "transforms": "unwrap",
          "transforms.unwrap.type": "io.frazil.transforms.mongo.UnwrapMongo",
          "iceberg.tables": "shop.orders",
          "iceberg.tables.cdc-field": "_cdc.op",
          "iceberg.tables.default-id-columns": "_id"
        }
        """,
        UnwrapMongo.definition());
  }

  private static Manual.Transform addRecordMetadata() {
    return new Manual.Transform(
        AddRecordMetadata.class,
        """
        Adds columns that tell where a record stood in Kafka, and fields of its key. The topic is the
        one that was read, also where another transform has renamed it. A field that is there already
        is never replaced, and a record without a value stays without.
        """,
        """
        {
          "transforms": "place",
          "transforms.place.type": "io.frazil.transforms.record.AddRecordMetadata",
          "transforms.place.columns": "topic:_topic, offset:_offset, key.tenant:tenant"
        }
        """,
        AddRecordMetadata.definition());
  }

  private static Manual.Transform jsonToMap() {
    return new Manual.Transform(
        JsonToMap.class,
        """
        Reads text that is JSON. A field of a row with a schema becomes a `map<string,string>`, in
        which all but text stays JSON; a field of a row without one becomes whatever the JSON says. It
        never becomes a struct: its fields would have to be guessed from each record, and the table's
        columns would change with the data. For a struct, let the producer write a schema.

        Without `fields`, the whole value is read, which must be a string, and becomes a row without a
        schema, as Connect's JsonConverter gives.
        """,
        """
        {
          "transforms": "json",
          "transforms.json.type": "io.frazil.transforms.record.JsonToMap",
          "transforms.json.fields": "attributes, labels"
        }
        """,
        JsonToMap.definition());
  }

  private static void assertUpToDate(String page, String file) throws IOException {
    if (Boolean.getBoolean("frazil.docs.write")) {
      Files.createDirectories(PAGES);
      Files.writeString(PAGES.resolve(file), page);
    }
    assertThat(PAGES.resolve(file))
        .as(
            "docs/%s; write it anew by: mvn -pl connector -am test -Dtest=ManualTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dfrazil.docs.write=true",
            file)
        .hasContent(page);
  }
}
