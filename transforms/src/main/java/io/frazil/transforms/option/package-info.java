/** How transforms define their options. It must not know any of them. */
package io.frazil.transforms.option;
