package io.frazil.rest;

import java.util.Optional;

/** Whom the catalog lets in. Called from several threads at once. */
@FunctionalInterface
public interface Guard {
  /** Anybody who has asked the catalog itself for a token. */
  Guard OWN_TOKENS =
      request ->
          request.authorization().startsWith("Bearer client-credentials-token:sub=")
                  || request.getRequestURI().equals("/v1/oauth/tokens")
              ? Optional.empty()
              : Optional.of(RestError.notAuthorized("Not authorized"));

  /** What a request is refused with, if it is. */
  Optional<RestError> refusal(RestRequest request);
}
