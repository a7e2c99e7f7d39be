/** What the quickstart prints, and that it ends only what it started. */
package io.frazil.quickstart;
