package io.frazil.cluster;

import java.util.ServiceLoader;

/** A way to have a broker, found by {@link ServiceLoader} and chosen by {@link #name()}. */
public interface BrokerProvider {
  /** The value of the system property {@code frazil.broker} that asks for this provider. */
  String name();

  /** A broker for the cluster, not started yet. */
  Broker broker(ClusterSettings settings);

  /** The provider that the system property asks for; without it, a process of this machine. */
  static BrokerProvider chosen() {
    String name = System.getProperty("frazil.broker", "process");
    return ServiceLoader.load(BrokerProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot start a broker: nobody provides frazil.broker '%s'. Use 'process', or the Maven profile of that name."
                        .formatted(name)));
  }
}
