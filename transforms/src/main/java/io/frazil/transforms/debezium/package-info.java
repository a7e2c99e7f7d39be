/** What Debezium writes. Read {@link io.frazil.transforms.debezium.UnwrapDebezium} first. */
package io.frazil.transforms.debezium;
