/**
 * The types that sources name in their schemas. It must not know what becomes of their values.
 *
 * <p>{@link io.frazil.connector.semantic.SemanticType} is all there is.
 */
package io.frazil.connector.semantic;
