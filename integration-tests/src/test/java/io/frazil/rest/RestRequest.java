package io.frazil.rest;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A request to the catalog, whose body can be read more than once. */
public final class RestRequest extends HttpServletRequestWrapper {
  private static final String TABLES = "/tables";

  private final byte[] body;

  RestRequest(HttpServletRequest request) throws IOException {
    super(request);
    this.body = request.getInputStream().readAllBytes();
  }

  byte[] body() {
    return body.clone();
  }

  /** A header's value, or an empty text. */
  String header(String name) {
    return Optional.ofNullable(getHeader(name)).orElse("");
  }

  String authorization() {
    return header("Authorization");
  }

  /** What is asked for, such as LoadTable. */
  String action() {
    String path = getRequestURI();
    int tables = path.indexOf(TABLES);
    String subject =
        path.endsWith("/credentials")
            ? "Credentials"
            : tables >= 0 ? "Table" : path.contains("/namespaces") ? "Namespace" : "Catalog";
    return switch (getMethod()) {
          case "GET" -> "Load";
          case "HEAD" -> "Find";
          case "POST" ->
              path.endsWith(TABLES) || path.endsWith("/namespaces") ? "Create" : "Update";
          default -> getMethod();
        }
        + subject;
  }

  @Override
  public ServletInputStream getInputStream() {
    return new Body(new ByteArrayInputStream(body));
  }

  @Override
  public BufferedReader getReader() {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  /** Bytes that are all there. */
  private static final class Body extends ServletInputStream {
    private final ByteArrayInputStream bytes;

    Body(ByteArrayInputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      return bytes.read(target, offset, length);
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException("The body is there at once.");
    }
  }
}
