package io.frazil.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of the loopback interface that nobody listens on. */
public final class FreePorts {
  private FreePorts() {}

  /** A port that was free a moment ago; the system hands out another one each time. */
  public static int next() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot find a free port on the loopback interface.", failure);
    }
  }
}
