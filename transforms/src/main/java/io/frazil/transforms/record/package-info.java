/**
 * What transforms need to read records of whatever converter: structs and maps alike, and their
 * places for messages. It must not know any source, nor the envelope.
 *
 * <p>Read {@link io.frazil.transforms.record.ConnectObject} first.
 */
package io.frazil.transforms.record;
