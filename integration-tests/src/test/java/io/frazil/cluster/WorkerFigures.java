package io.frazil.cluster;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What JMX shows in a worker's process, seen from outside as an operator's tools see it. */
public final class WorkerFigures implements AutoCloseable {
  private final JMXConnector connector;

  private WorkerFigures(JMXConnector connector) {
    this.connector = connector;
  }

  /** Opens the view of a worker, which needs no option for that. */
  @SuppressWarnings("BanJNDI") // The address is that of a process of ours, which told it itself.
  public static WorkerFigures of(ConnectWorker worker) throws IOException {
    try {
      VirtualMachine machine =
          VirtualMachine.attach(Long.toString(worker.process().handle().pid()));
      try {
        return new WorkerFigures(
            JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent())));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("Cannot look into " + worker.name(), e);
    }
  }

  /** The attributes of each bean that fits the pattern, by its name without the domain. */
  public NavigableMap<String, Map<String, Object>> beans(String pattern)
      throws IOException, JMException {
    MBeanServerConnection server = connector.getMBeanServerConnection();
    NavigableMap<String, Map<String, Object>> beans = new TreeMap<>();
    for (ObjectName name : server.queryNames(new ObjectName(pattern), null)) {
      Map<String, Object> attributes = new TreeMap<>();
      for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
        attributes.put(attribute.getName(), server.getAttribute(name, attribute.getName()));
      }
      beans.put(name.getKeyPropertyListString(), attributes);
    }
    return beans;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
