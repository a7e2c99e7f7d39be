package io.frazil.glue;

import java.io.Serial;

/** A request that Glue refuses, as its clients see it. */
public final class GlueError extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;
  private static final int BAD_REQUEST = 400;
  private static final int INTERNAL = 500;

  private final int status;
  private final String type;

  private GlueError(int status, String type, String message) {
    super(message);
    this.status = status;
    this.type = type;
  }

  /** A database or table that is not there. */
  public static GlueError notFound(String message) {
    return new GlueError(BAD_REQUEST, "EntityNotFoundException", message);
  }

  static GlueError exists(String message) {
    return new GlueError(BAD_REQUEST, "AlreadyExistsException", message);
  }

  static GlueError concurrent() {
    return new GlueError(
        BAD_REQUEST,
        "ConcurrentModificationException",
        "Update table failed due to concurrent modifications.");
  }

  static GlueError denied(String action) {
    return new GlueError(
        BAD_REQUEST,
        "AccessDeniedException",
        "User: arn:aws:iam::123456789012:user/frazil is not authorized to perform: glue:%s because no identity-based policy allows the glue:%s action"
            .formatted(action, action));
  }

  static GlueError missingMember(String name) {
    return new GlueError(
        BAD_REQUEST,
        "ValidationException",
        "1 validation error detected: Value null at '%s' failed to satisfy constraint: Member must not be null"
            .formatted(name));
  }

  static GlueError unsigned() {
    return new GlueError(
        BAD_REQUEST, "MissingAuthenticationTokenException", "Missing Authentication Token");
  }

  static GlueError unknownAction(String target) {
    return new GlueError(BAD_REQUEST, "UnknownOperationException", target);
  }

  /** What a client has sent that Glue takes for wrong. */
  public static GlueError invalidInput(String message) {
    return new GlueError(BAD_REQUEST, "InvalidInputException", message);
  }

  /** More than the account may have. */
  public static GlueError tooMany() {
    return new GlueError(
        BAD_REQUEST, "ResourceNumberLimitExceededException", "Resource number limit exceeded.");
  }

  /** More requests than the account may send. */
  public static GlueError throttled() {
    return new GlueError(BAD_REQUEST, "ThrottlingException", "Rate exceeded");
  }

  /** Glue itself fails. */
  public static GlueError internal() {
    return new GlueError(INTERNAL, "InternalServiceException", "Internal service failure.");
  }

  int status() {
    return status;
  }

  String type() {
    return type;
  }
}
