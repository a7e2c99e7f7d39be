/**
 * The connector in real workers beside a real broker, through all that happens to them, from its
 * configuration to the rows that a reader of the table sees.
 *
 * <p>It must not look into the connector: only into Kafka, Connect's REST API and the tables. Read
 * {@link io.frazil.endtoend.Pipeline} first.
 *
 * <p>What may become of the protocol's participants, and where it does:
 *
 * <table>
 *   <caption>Failures</caption>
 *   <tr><th>what happens</th><th>where</th></tr>
 *   <tr><td>a worker dies before it names its files</td><td>Chaos: WORKER_KILLED</td></tr>
 *   <tr><td>a worker dies after it has named its files</td><td>Chaos: LEADER_KILLED</td></tr>
 *   <tr><td>a worker that was given up reports late</td><td>Chaos: LEADER_FROZEN</td></tr>
 *   <tr><td>the coordinator dies</td><td>Chaos: LEADER_KILLED</td></tr>
 *   <tr><td>there are two coordinators</td><td>Chaos: LEADER_FROZEN</td></tr>
 *   <tr><td>the control topic is deleted</td>
 *       <td>Chaos: CONTROL_TOPIC_DELETED; ExactlyOnceIT</td></tr>
 *   <tr><td>the consumer group is deleted or moved</td><td>Chaos: GROUP_MOVED; ExactlyOnceIT</td></tr>
 *   <tr><td>a commit's answer is lost</td><td>Chaos: COMMITS_NOT_ANSWERED; GlueIT</td></tr>
 *   <tr><td>another writer is quicker</td>
 *       <td>Chaos: COMMITS_OVERTAKEN, TABLE_COMPACTED; GlueIT, OtherWritersIT; for too long:
 *       GlueIT</td></tr>
 *   <tr><td>a table is missing</td>
 *       <td>Chaos: TABLE_MISSING, TABLES_MISSING; for too long: TableFaultsIT</td></tr>
 *   <tr><td>a table is replaced</td><td>TableFaultsIT</td></tr>
 *   <tr><td>a table's vector has expired</td><td>TableFaultsIT</td></tr>
 *   <tr><td>access is denied</td>
 *       <td>Chaos: COMMITS_DENIED; for too long: GlueIT, MissingRightsIT</td></tr>
 *   <tr><td>a table is rolled back</td><td>Chaos: TABLE_ROLLED_BACK</td></tr>
 *   <tr><td>a source topic is created again, retention takes records</td>
 *       <td>SourceFaultsIT</td></tr>
 *   <tr><td>catalog or storage are slow or down</td>
 *       <td>Chaos: CATALOG_THROTTLED, CATALOG_FAILING, STORAGE_THROTTLED, STORAGE_BREAKING_OFF; so
 *       that too much waits: TableFaultsIT</td></tr>
 *   <tr><td>the broker dies, workers and tasks come and go</td>
 *       <td>Chaos: BROKER_KILLED, WORKER_STOPPED, TASKS_CHANGED; ProcessLossIT, ExactlyOnceIT</td></tr>
 * </table>
 */
package io.frazil.endtoend;
