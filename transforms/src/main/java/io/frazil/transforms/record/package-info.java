/**
 * Records of any source: transforms that add to them or read into them, and what transforms of all
 * sources read records with. It must not know any source.
 *
 * <p>Read {@link io.frazil.transforms.record.Fields} first.
 */
package io.frazil.transforms.record;
