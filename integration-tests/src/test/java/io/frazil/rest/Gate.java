package io.frazil.rest;

import io.frazil.fault.Faults;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.Serial;
import java.io.Writer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What every request passes: the guard, then what is to go wrong. */
final class Gate extends HttpFilter {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Guard guard;
  private final transient Faults<RestFault> faults;
  private final transient CountDownLatch closed = new CountDownLatch(1);

  Gate(Guard guard, Faults<RestFault> faults) {
    this.guard = guard;
    this.faults = faults;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RestRequest read = new RestRequest(request);
    Optional<RestError> refusal = guard.refusal(read);
    if (refusal.isPresent()) {
      send(response, refusal.get());
      return;
    }
    Optional<RestFault> fault = faults.take(read.action());
    if (fault.isEmpty()) {
      chain.doFilter(read, response);
    } else if (fault.get() instanceof RestFault.Refused refused) {
      refused.headers().forEach(response::setHeader);
      send(response, refused.error());
    } else if (fault.get() instanceof RestFault.AnswerLost lost) {
      chain.doFilter(read, new NoResponse(response));
      send(response, lost.error());
    } else if (fault.get() instanceof RestFault.Late late) {
      await(late.delay());
      chain.doFilter(read, response);
    }
  }

  private void await(Duration delay) throws IOException {
    try {
      if (closed.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("The server has been stopped.");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while a request was waiting.");
    }
  }

  private static void send(HttpServletResponse response, RestError error) throws IOException {
    response.setStatus(error.status());
    response.setContentType("application/json");
    response.getWriter().write(error.json());
  }

  @Override
  public void destroy() {
    closed.countDown();
  }

  /** Keeps the answer of a request from its client. */
  private static final class NoResponse extends HttpServletResponseWrapper {
    NoResponse(HttpServletResponse response) {
      super(response);
    }

    @Override
    public void setStatus(int status) {
      // Another is sent.
    }

    @Override
    public void setHeader(String name, String value) {
      // Nothing of it is sent.
    }

    @Override
    public PrintWriter getWriter() {
      return new PrintWriter(Writer.nullWriter());
    }
  }
}
