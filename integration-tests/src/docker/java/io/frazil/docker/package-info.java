/**
 * The broker of the tests as a container, where Docker exists: Maven profile {@code docker}. Read
 * {@link io.frazil.docker.ContainerBroker} first.
 */
package io.frazil.docker;
