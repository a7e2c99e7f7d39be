package io.frazil.endtoend;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;

/** Refuses requests without a token that Iceberg's catalog gives to a client with credentials. */
final class TokenFilter extends HttpFilter {
  @Serial private static final long serialVersionUID = 1L;
  private static final String TOKENS = "/v1/oauth/tokens";
  private static final String BEARER = "Bearer client-credentials-token:sub=";

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String token = Optional.ofNullable(request.getHeader("Authorization")).orElse("");
    if (token.startsWith(BEARER) || request.getRequestURI().equals(TOKENS)) {
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
