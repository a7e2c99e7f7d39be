/**
 * AWS Glue's data catalog on the loopback interface of this JVM, as far as Iceberg uses it, with
 * faults on demand.
 *
 * <p>It must not know of Iceberg: only of Glue's API. What it answers and how it fails follows the
 * <a href="https://docs.aws.amazon.com/glue/latest/webapi/">Glue Web API Reference</a>. Read {@link
 * io.frazil.glue.GlueServer} first.
 */
package io.frazil.glue;
