package io.frazil.endtoend;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;

/** Refuses requests that do not say who sends them in the way that is asked for. */
final class AuthorizationFilter extends HttpFilter {
  @Serial private static final long serialVersionUID = 1L;
  private static final String TOKENS = "/v1/oauth/tokens";

  private final Kind kind;

  AuthorizationFilter(Kind kind) {
    this.kind = kind;
  }

  /** How requests tell who sends them. */
  enum Kind {
    /** By a token that the catalog gives to a client with credentials (OAuth2). */
    TOKEN("Bearer client-credentials-token:sub="),
    /** By a signature as AWS's services want it (SigV4); which one is not checked. */
    SIGNATURE("AWS4-HMAC-SHA256 Credential=");

    private final String beginning;

    Kind(String beginning) {
      this.beginning = beginning;
    }
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String authorization = Optional.ofNullable(request.getHeader("Authorization")).orElse("");
    if (authorization.startsWith(kind.beginning) || request.getRequestURI().equals(TOKENS)) {
      chain.doFilter(request, response);
    } else {
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      response.setContentType("application/json");
      response
          .getWriter()
          .write(
              """
              {"error":{"message":"Not authorized","type":"NotAuthorizedException","code":401}}""");
    }
  }
}
