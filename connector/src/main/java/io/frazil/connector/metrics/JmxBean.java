package io.frazil.connector.metrics;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Figures that JMX shows under a name until this is closed, unless others took the name meanwhile.
 * Where JMX refuses, nothing is shown.
 */
final class JmxBean implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JmxBean.class);
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  // As much a thing of the whole process as the server is.
  private static final Map<String, JmxBean> SHOWN = new HashMap<>();

  private final String name;

  private JmxBean(String name) {
    this.name = name;
  }

  /**
   * Shows figures, in place of those that have the name: a task that Connect has given up may not
   * have ended yet.
   *
   * @param figures an MXBean
   */
  static JmxBean show(String name, Object figures) {
    JmxBean bean = new JmxBean(name);
    synchronized (SHOWN) {
      try {
        ObjectName objectName = new ObjectName(name);
        if (SHOWN.put(name, bean) != null) {
          SERVER.unregisterMBean(objectName);
        }
        SERVER.registerMBean(figures, objectName);
      } catch (JMException e) {
        LOG.warn("Cannot show figures as {} in JMX: {}", name, e.getMessage());
      }
    }
    return bean;
  }

  @Override
  public void close() {
    synchronized (SHOWN) {
      if (SHOWN.remove(name, this)) {
        try {
          SERVER.unregisterMBean(new ObjectName(name));
        } catch (JMException e) {
          LOG.debug("{} is not shown in JMX any more", name, e);
        }
      }
    }
  }
}
