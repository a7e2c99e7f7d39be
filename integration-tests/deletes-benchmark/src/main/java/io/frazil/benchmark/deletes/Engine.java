package io.frazil.benchmark.deletes;

import java.util.Locale;

/** What may read the tables. */
enum Engine {
  GENERIC("Iceberg's generic reader") {
    @Override
    Reader open(Warehouse warehouse) {
      return new GenericReader();
    }
  },
  SPARK("Spark") {
    @Override
    Reader open(Warehouse warehouse) {
      return SparkReader.start(warehouse.embedded(), warehouse.folder("spark"));
    }
  };

  private final String title;

  Engine(String title) {
    this.title = title;
  }

  /** As in the manual. */
  String title() {
    return title;
  }

  /** Its name in names of files. */
  String fileName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Has it ready to read the tables of a warehouse. */
  abstract Reader open(Warehouse warehouse);
}
