package io.frazil.cluster;

/** A worker answered a REST request with an error. */
public final class RefusedRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  RefusedRequestException(String request, int status, String answer) {
    super("Cannot %s: the worker answered %d: %s".formatted(request, status, answer));
    this.status = status;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
