/**
 * That the harness keeps its promises, and how tests of all packages use it. Read {@link
 * io.frazil.cluster.RunningCluster} first.
 */
package io.frazil.cluster;
