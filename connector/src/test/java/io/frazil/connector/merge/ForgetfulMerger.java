package io.frazil.connector.merge;

import io.frazil.connector.resolve.LiveFile;

/** Takes every data file for one that has no deletes yet. */
public final class ForgetfulMerger extends Merger {
  /** A merger with these means. */
  public ForgetfulMerger(Means means) {
    super(means);
  }

  @Override
  LiveFile known(LiveFile file) {
    return new LiveFile(file.file());
  }
}
