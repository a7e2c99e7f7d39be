package io.frazil.glue;

/** What goes wrong with a request. */
public sealed interface Fault {
  /** Nobody may do this. */
  static Fault denied(String action) {
    return new Refused(GlueError.denied(action));
  }

  /** It is refused, and changes nothing. */
  record Refused(GlueError error) implements Fault {}

  /** It does what it asks for, and the connection breaks before the answer. */
  record AnswerLost() implements Fault {}

  /** Another client updates the same table just before it. */
  record Overtaken() implements Fault {}
}
