package io.frazil.benchmark.deletes;

/** A read of all rows of a table. */
enum Scan {
  FULL("all columns", "full-scan") {
    @Override
    long number(long id, int revision) {
      return id * (revision + 1);
    }
  },
  KEYS("key column", "key-scan") {
    @Override
    long number(long id, int revision) {
      return id;
    }
  };

  private final String title;
  private final String fileName;

  Scan(String title, String fileName) {
    this.title = title;
    this.fileName = fileName;
  }

  String title() {
    return title;
  }

  /** Its name in names of files. */
  String fileName() {
    return fileName;
  }

  /** What a read makes of an order, so that a wrong one is noticed. */
  abstract long number(long id, int revision);

  /** What must be read where orders have these revisions. */
  Contents expect(int[] revisions) {
    Contents contents = Contents.EMPTY;
    for (int number = 0; number < revisions.length; number++) {
      contents = contents.with(number(Orders.id(number), revisions[number]));
    }
    return contents;
  }

  /**
   * What was read, in brief.
   *
   * @param rows how many
   * @param sum of the numbers of all; may have overflown
   */
  record Contents(long rows, long sum) {
    static final Contents EMPTY = new Contents(0, 0);

    Contents with(long number) {
      return new Contents(rows + 1, sum + number);
    }
  }
}
