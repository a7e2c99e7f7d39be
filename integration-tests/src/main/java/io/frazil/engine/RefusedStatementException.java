package io.frazil.engine;

/** An engine could not run a statement; the message has its reasons, from outside to inside. */
public final class RefusedStatementException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedStatementException(String engine, String statement, String reasons) {
    super("%s refused '%s': %s".formatted(engine, statement, reasons));
  }
}
