package io.frazil.connector;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;

/** The import table: what each package may know, and why no more. */
@AnalyzeClasses(packages = "io.frazil", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "io.frazil.connector";
  private static final String CHANGE = ROOT + ".change";
  private static final String COMMIT = ROOT + ".commit";
  private static final String CONFIG = ROOT + ".config";
  private static final String CONNECTION = ROOT + ".connection";
  private static final String CONTROL = ROOT + ".control";
  private static final String CONVERT = ROOT + ".convert";
  private static final String DELETES = ROOT + ".deletes";
  private static final String INTAKE = ROOT + ".intake";
  private static final String KEY = ROOT + ".key";
  private static final String MERGE = ROOT + ".merge";
  private static final String METRICS = ROOT + ".metrics";
  private static final String PATCH = ROOT + ".patch";
  private static final String PREFLIGHT = ROOT + ".preflight";
  private static final String RESOLVE = ROOT + ".resolve";
  private static final String ROUTING = ROOT + ".routing";
  private static final String RUNTIME = ROOT + ".runtime";
  private static final String SCHEMA = ROOT + ".schema";
  private static final String SEMANTIC = ROOT + ".semantic";
  private static final String SPOOL = ROOT + ".spool";
  private static final String STORAGE = ROOT + ".storage";
  private static final String TABLE = ROOT + ".table";
  private static final String WRITE = ROOT + ".write";
  private static final String TRANSFORMS = "io.frazil.transforms..";
  private static final String ENVELOPE = "io.frazil.transforms.envelope";
  private static final String OPTION = "io.frazil.transforms.option";
  private static final String RECORD = "io.frazil.transforms.record";

  private static final String JAVA = "java..";
  private static final String LOG = "org.slf4j";
  private static final String JSON = "com.fasterxml.jackson..";
  private static final String ICEBERG = "org.apache.iceberg";
  private static final String ICEBERG_ROWS = "org.apache.iceberg.data..";
  private static final String ICEBERG_TYPES = "org.apache.iceberg.types..";
  private static final String PARQUET = "org.apache.parquet..";
  private static final String BITMAPS = "org.roaringbitmap..";
  private static final String ANY_ICEBERG = "org.apache.iceberg..";
  private static final String HADOOP = "org.apache.hadoop..";
  private static final String CONNECT_DATA = "org.apache.kafka.connect.data";
  private static final String CONNECT_ERRORS = "org.apache.kafka.connect.errors";
  private static final String CONNECT_SINK = "org.apache.kafka.connect.sink";
  private static final String KAFKA_SETTINGS = "org.apache.kafka.common.config";

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices()
          .matching("io.frazil.(**)")
          .should()
          .beFreeOfCycles()
          .because("the packages are read from top to bottom, as a record passes through them");

  @ArchTest
  static final ArchRule TRANSFORMS_KNOW_ONLY_CONNECT =
      only(
              TRANSFORMS,
              TRANSFORMS,
              "org.apache.kafka.common..",
              "org.apache.kafka.connect..",
              JSON,
              LOG)
          .because("they run in any worker, also before other sinks");

  @ArchTest
  static final ArchRule ENVELOPE_KNOWS_NO_SOURCE =
      only(
              ENVELOPE,
              ENVELOPE,
              OPTION,
              RECORD,
              "org.apache.kafka.common..",
              "org.apache.kafka.connect..")
          .because("whatever the source, changes look the same from here on");

  @ArchTest
  static final ArchRule TRANSFORMS_OF_ANY_RECORD_KNOW_NO_SOURCE =
      only(RECORD, RECORD, OPTION, "org.apache.kafka.common..", "org.apache.kafka.connect..", JSON)
          .because("they are of use for any source");

  @ArchTest
  static final ArchRule OPTIONS_OF_TRANSFORMS_KNOW_NONE =
      only(OPTION, OPTION, KAFKA_SETTINGS)
          .because("options are defined the same way whatever they say");

  @ArchTest
  static final ArchRule COMMIT_KNOWS_NOTHING =
      only(COMMIT, COMMIT)
          .because(
              "the simulation drives the protocol through any fault: no Kafka, Iceberg, clock,"
                  + " thread or log in it");

  @ArchTest
  static final ArchRule CONFIG_KNOWS_KAFKA_S_SETTINGS =
      only(CONFIG, CONFIG, KAFKA_SETTINGS, LOG)
          .because("options say what a user wants, not what it is used for");

  @ArchTest
  static final ArchRule CHANGE_KNOWS_RECORDS =
      only(CHANGE, CHANGE, CONNECT_DATA, CONNECT_ERRORS, CONNECT_SINK)
          .because("what happened to a row is the same whatever table it goes to");

  @ArchTest
  static final ArchRule ROUTING_KNOWS_RECORDS =
      only(ROUTING, ROUTING, CHANGE, CONNECT_SINK)
          .because("where a record goes does not depend on what is done with it there");

  @ArchTest
  static final ArchRule SEMANTIC_KNOWS_SCHEMAS =
      only(SEMANTIC, SEMANTIC, CONNECT_DATA)
          .because("what a source calls a type does not depend on what becomes of it");

  @ArchTest
  static final ArchRule SCHEMA_KNOWS_TYPES =
      only(
              SCHEMA,
              SCHEMA,
              CHANGE,
              CONVERT,
              SEMANTIC,
              CONNECT_DATA,
              CONNECT_ERRORS,
              ICEBERG,
              ICEBERG_TYPES)
          .because("it says what a table lacks and changes nothing");

  @ArchTest
  static final ArchRule CONVERT_KNOWS_VALUES =
      only(
              CONVERT,
              CONVERT,
              CHANGE,
              PATCH,
              SEMANTIC,
              CONNECT_DATA,
              CONNECT_ERRORS,
              ICEBERG,
              ICEBERG_ROWS,
              ICEBERG_TYPES)
          .because(
              "values of records pass through here: without a logger, none gets into a log by"
                  + " mistake");

  @ArchTest
  static final ArchRule KEY_KNOWS_VALUES =
      only(KEY, KEY, ICEBERG, ICEBERG_ROWS, ICEBERG_TYPES, "org.apache.commons.codec.digest")
          .because("a key is the same whatever file its row lies in");

  @ArchTest
  static final ArchRule SPOOL_KNOWS_ROWS =
      only(
              SPOOL,
              SPOOL,
              ICEBERG,
              ICEBERG_ROWS,
              "org.apache.iceberg.avro..",
              "org.apache.iceberg.io..",
              "org.apache.iceberg.util..",
              "org.apache.avro..")
          .because("rows wait the same way whatever they wait for");

  @ArchTest
  static final ArchRule PATCH_KNOWS_ROWS =
      only(PATCH, PATCH, ICEBERG, ICEBERG_ROWS, ICEBERG_TYPES)
          .because("what a change leaves as it is depends neither on its source nor on the table");

  @ArchTest
  static final ArchRule WRITE_KNOWS_FILES =
      only(WRITE, WRITE, STORAGE, KEY, PATCH, SPOOL, ANY_ICEBERG, LOG)
          .because("files are written the same way wherever rows come from");

  @ArchTest
  static final ArchRule RESOLVE_KNOWS_FILES =
      only(RESOLVE, RESOLVE, KEY, ANY_ICEBERG, PARQUET, BITMAPS, LOG)
          .because("where a row lies does not depend on why somebody asks");

  @ArchTest
  static final ArchRule STORAGE_KNOWS_FILES =
      only(STORAGE, STORAGE, "org.apache.iceberg.io..")
          .because("whose files they are does not matter here");

  @ArchTest
  static final ArchRule DELETES_KNOWS_FILES =
      only(DELETES, DELETES, RESOLVE, STORAGE, ANY_ICEBERG, BITMAPS, LOG)
          .because("how a row is removed does not depend on why");

  @ArchTest
  static final ArchRule MERGE_KNOWS_FILES =
      only(MERGE, MERGE, DELETES, KEY, PATCH, RESOLVE, WRITE, ANY_ICEBERG, BITMAPS, LOG)
          .because("what changes do to a table does not depend on where they come from");

  @ArchTest
  static final ArchRule CONTROL_KNOWS_THE_WIRE =
      only(CONTROL, CONTROL, COMMIT, ANY_ICEBERG, JSON, "org.apache.kafka..", LOG)
          .because("it carries what the protocol says and decides nothing");

  @ArchTest
  static final ArchRule CONTROL_OPENS_NO_TABLE =
      noClasses()
          .that()
          .resideInAPackage(CONTROL)
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.apache.iceberg.catalog..")
                  .and(nameMatching(".*Catalog"))
                  .or(nameMatching("org\\.apache\\.iceberg\\.Table")))
          .because("files are only described on the wire, and tables only named");

  @ArchTest
  static final ArchRule TABLE_KNOWS_ICEBERG =
      only(TABLE, TABLE, COMMIT, MERGE, SCHEMA, ANY_ICEBERG, HADOOP, JSON, LOG)
          .because("committing must work without Kafka: the offsets are in the table");

  @ArchTest
  static final ArchRule METRICS_KNOW_NOTHING_OF_THE_REST =
      only(METRICS, METRICS, "javax.management..", LOG)
          .because("how a task is watched must not shape how it works");

  @ArchTest
  static final ArchRule INTAKE_KNOWS_RECORDS_AND_TABLES =
      only(
              INTAKE,
              INTAKE,
              CHANGE,
              COMMIT,
              CONFIG,
              CONVERT,
              KEY,
              METRICS,
              PATCH,
              ROUTING,
              SCHEMA,
              TABLE,
              WRITE,
              ANY_ICEBERG,
              CONNECT_DATA,
              CONNECT_ERRORS,
              CONNECT_SINK,
              LOG)
          .because("how records become rows of open files does not depend on who reports them");

  @ArchTest
  static final ArchRule RUNTIME_CARRIES_OUT =
      only(
              RUNTIME,
              RUNTIME,
              CHANGE,
              COMMIT,
              CONFIG,
              CONTROL,
              INTAKE,
              METRICS,
              TABLE,
              ANY_ICEBERG,
              "org.apache.kafka..",
              JSON,
              LOG)
          .because("it brings the parts together, and is known to none of them");

  @ArchTest
  static final ArchRule CONNECTION_OPENS =
      only(CONNECTION, CONNECTION, CONFIG, CONTROL, TABLE, ANY_ICEBERG, CONNECT_ERRORS, LOG)
          .because("what is opened does not depend on what for");

  @ArchTest
  static final ArchRule PREFLIGHT_LOOKS =
      only(
              PREFLIGHT,
              PREFLIGHT,
              CONFIG,
              CONNECTION,
              CONTROL,
              INTAKE,
              TABLE,
              ANY_ICEBERG,
              "org.apache.kafka..",
              LOG)
          .because("it looks at what tasks will need, and neither commits nor reads records");

  @ArchTest
  static final ArchRule ONLY_THE_ROOT_WIRES =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT)
          .because("the connector and its task are where everything is put together");

  @ArchTest
  static final ArchRule KAFKA_CLIENTS_STAY_AT_THE_EDGE =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT, RUNTIME, PREFLIGHT, CONTROL, TRANSFORMS)
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.apache.kafka..")
                  .and(
                      resideOutsideOfPackages(
                          CONNECT_DATA, CONNECT_ERRORS, CONNECT_SINK, KAFKA_SETTINGS)))
          .because("what is decided about records and tables is tried without a broker");

  @ArchTest
  static final ArchRule NO_CLOCK_IS_ASKED_WITHIN =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT, RUNTIME, PREFLIGHT)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(Clock.class, "systemDefaultZone")
          .orShould()
          .callMethod(InstantSource.class, "system")
          .because("time is an argument, so that tests decide what time it is");

  @ArchTest
  static final ArchRule NO_THREAD_IS_STARTED_WITHIN =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT, RUNTIME, PREFLIGHT)
          .should()
          .callConstructorWhere(target(owner(assignableTo(Thread.class))))
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Executors.class)
          .because(
              "who starts a thread must end it, and only the runtime lives as long as a task, and"
                  + " the preflight leaves none behind");

  private static ArchRule only(String owner, String... known) {
    return classes()
        .that()
        .resideInAPackage(owner)
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(known).or(resideInAPackage(JAVA)));
  }
}
