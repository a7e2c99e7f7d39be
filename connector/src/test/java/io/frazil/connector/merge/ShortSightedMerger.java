package io.frazil.connector.merge;

import io.frazil.connector.merge.PatchBases.Base;

/** Takes the table's row for the one that patches are over, whatever else the commit has. */
public final class ShortSightedMerger extends Merger {
  /** A merger with these means. */
  public ShortSightedMerger(Means means) {
    super(means);
  }

  @Override
  Base place(Base base) {
    return new Base(Base.TABLE, base.key(), base.patch());
  }
}
