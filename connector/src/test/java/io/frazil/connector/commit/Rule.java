package io.frazil.connector.commit;

/**
 * What may be left out of the protocol, to show that the simulation notices. The numbers are those
 * of the protocol's description.
 */
enum Rule {
  /** 1: every attempt compares the whole state that the plan was computed from. */
  WHOLE_STATE_IS_COMPARED,
  /** 2: a worker skips below the tip of its chain, not only below what is committed. */
  SKIP_BELOW_TIP,
  /** 3: a published vector is a hint; the table is loaded before work is forgotten. */
  RELOAD_BEFORE_FORGETTING,
  /** 3: a table's vector is published also when nothing was committed. */
  ANSWER_ALWAYS,
  /**
   * 4: an attempt that finds its own commit id has already landed, and nothing of it is cleaned up.
   */
  OWN_COMMIT_IS_RECOGNISED,
  /** 5: the marker counts only if its snapshot is gone and older than all that is retained. */
  MARKER_IS_GUARDED,
  /** 5: without a vector in a cut ancestry the marker is asked at all. */
  MARKER_IS_ASKED,
  /** 5: cut but not proven means unknown. */
  UNKNOWN_STOPS,
  /** 6: only an offset that the connector committed is a floor. */
  FLOOR_IS_MARKED,
  /** 6: below the highest position ever the floor says nothing. */
  ROLLBACK_LIFTS_FLOOR,
  /** 6: a worker that opens a table goes back to where the table is. */
  SEEK_BACK,
  /** 7: files of a doubtful delta are looked for. */
  FILES_ARE_LOOKED_FOR,
  /** 7: a delta that lost a file is made known, and its worker writes it again. */
  VOID_IS_PUBLISHED,
  /** 8: a named file is never deleted. */
  NAMED_FILES_ARE_KEPT,
  /** 9: what is left after a revocation is read again. */
  REST_IS_REWOUND,
  /** 10: a partition counts only if all deltas of its report are committed. */
  CLAIM_AFTER_COMMIT,
  /** 11: a delta that removes rows has a layer of its own. */
  LAYERS,
  /** 12: the topic's id is looked at before a delta is named. */
  TOPIC_ID_IS_CHECKED,
  /** A delta is committed only onto its base. */
  BASE_IS_CHECKED,
  /** A delta is kept until its table has it. */
  KEEP_UNTIL_ACKNOWLEDGED,
  /** The group is told only what every table has. */
  HONEST_OFFSETS,
  /** A delta is committed whole or not at all. */
  PARTS_ARE_JOINED,
  /** A delta's id is unique. */
  IDS_ARE_UNIQUE,
  /** A snapshot's vector says what is in it, not what was read. */
  OFFSETS_OF_THE_FILES,
  /**
   * A round is complete when the set of partitions has reported, not when so many reports came in.
   */
  SET_NOT_COUNT
}
