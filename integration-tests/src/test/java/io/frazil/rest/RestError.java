package io.frazil.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * A request that the catalog does not answer as asked.
 *
 * @param type as the specification has it, such as NotAuthorizedException
 */
public record RestError(int status, String type, String message) {
  /** Nobody knows who sends the request, or not any more. */
  public static RestError notAuthorized(String message) {
    return new RestError(401, "NotAuthorizedException", message);
  }

  /** Who sends the request may not do that. */
  public static RestError forbidden(String message) {
    return new RestError(403, "ForbiddenException", message);
  }

  /** More requests than the client may send. */
  public static RestError throttled() {
    return new RestError(429, "TooManyRequestsException", "Too many requests.");
  }

  /** The server, or what stands before it, fails. */
  public static RestError failing(int status) {
    return new RestError(status, "ServiceFailureException", "The server fails.");
  }

  String json() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return json.objectNode()
        .set(
            "error",
            json.objectNode().put("message", message).put("type", type).put("code", status))
        .toString();
  }
}
