package io.frazil.rest;

import java.time.Duration;
import java.util.Map;

/** What goes wrong with a request. */
public sealed interface RestFault {
  /** It is refused, and changes nothing. */
  record Refused(RestError error, Map<String, String> headers) implements RestFault {
    /** Checks and copies. */
    public Refused {
      headers = Map.copyOf(headers);
    }
  }

  /** It does what it asks for, and the answer says that the server fails. */
  record AnswerLost(RestError error) implements RestFault {}

  /** It is carried out after so long. */
  record Late(Duration delay) implements RestFault {}

  /** It is refused, and the client is told to come again at once. */
  static RestFault refused(RestError error) {
    return new Refused(error, Map.of("Retry-After", "1"));
  }
}
