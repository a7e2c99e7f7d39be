package io.frazil.connector.table;

import io.frazil.connector.commit.TableRef;

/**
 * Nothing that a table retains proves how far it has been brought: the snapshots that carried its
 * offsets have been expired. Only its operator can know; nothing may be committed before.
 */
public final class UnknownOffsetsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownOffsetsException(TableRef table, String connector) {
    super(
        "Cannot know the committed offsets of table '%s' for connector '%s': the snapshot that carried them has been expired, and what remains does not prove them. Stop the connector and set them with PATCH /connectors/%s/offsets."
            .formatted(table, connector, connector));
  }
}
