package io.frazil.connector.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.change.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class RouterTest {
  private static final FieldPath TARGET = new FieldPath("_cdc.target");

  @Test
  void eachRecordGoesToEachTable() {
    Router router = Router.toEach(List.of("shop.orders", "shop.changes"));

    assertThat(router.tablesOf(of("any", null))).containsExactly("shop.orders", "shop.changes");
  }

  @Test
  void aTopicGoesToTheTablesOfAllRoutesThatMatchItsWholeName() {
    Router router =
        Router.byTopic(
            List.of(
                new TopicRoute(Pattern.compile("orders"), "shop.orders"),
                new TopicRoute(Pattern.compile(".*"), "shop.changes")));

    assertThat(router.tablesOf(of("orders", null))).containsExactly("shop.orders", "shop.changes");
    assertThat(router.tablesOf(of("orders2", null))).containsExactly("shop.changes");
  }

  @Test
  void aTableIsNamedAfterItsTopic() {
    Router router =
        Router.byTopic(List.of(new TopicRoute(Pattern.compile("pg\\.(.*)\\.(.*)"), "$1_lake.$2")));

    assertThat(router.tablesOf(of("pg.public.orders", null))).containsExactly("public_lake.orders");
    assertThat(router.tablesOf(of("my.public.orders", null))).isEmpty();
  }

  @Test
  void aTopicIsKnownByTheNameThatATransformGaveIt() {
    Router router = Router.byTopic(List.of(new TopicRoute(Pattern.compile("orders"), "shop.o")));
    SinkRecord renamed =
        of("pg.public.orders", null).newRecord("orders", 0, null, null, null, null, 0L);

    assertThat(router.tablesOf(renamed)).containsExactly("shop.o");
  }

  @Test
  void aRecordGoesToEachTableWhosePatternMatchesTheWholeField() {
    Router router =
        Router.byMatch(
            new FieldPath("kind"),
            Map.of("shop.a", Pattern.compile("a.*"), "shop.ab", Pattern.compile("ab")));

    assertThat(router.tablesOf(of("t", Map.of("kind", "ab")))).containsExactly("shop.a", "shop.ab");
    assertThat(router.tablesOf(of("t", Map.of("kind", "abc")))).containsExactly("shop.a");
    assertThat(router.tablesOf(of("t", Map.of("kind", "cab")))).isEmpty();
    assertThat(router.tablesOf(of("t", Map.of("other", "ab")))).isEmpty();
  }

  @Test
  void aFieldNamesTheTableInAnyCase() {
    Router router = Router.byName(TARGET);

    assertThat(router.tablesOf(of("t", Map.of("_cdc", Map.of("target", " Shop.Orders ")))))
        .containsExactly("shop.orders");
    assertThat(router.tablesOf(of("t", Map.of("_cdc", Map.of("target", " "))))).isEmpty();
    assertThat(router.tablesOf(of("t", Map.of("_cdc", 5)))).isEmpty();
  }

  @Test
  void aDefaultOfTheSchemaIsNoRoute() {
    Schema schema =
        SchemaBuilder.struct()
            .field("target", SchemaBuilder.string().optional().defaultValue("shop.all").build())
            .build();

    assertThat(Router.byName(new FieldPath("target")).tablesOf(of("t", new Struct(schema))))
        .isEmpty();
  }

  @Test
  void aRecordWithoutAValueHasNoFields() {
    assertThat(Router.byName(TARGET).tablesOf(of("t", null))).isEmpty();
    assertThat(
            Router.byMatch(TARGET, Map.of("shop.a", Pattern.compile(".*"))).tablesOf(of("t", null)))
        .isEmpty();
  }

  private static SinkRecord of(String topic, Object value) {
    return new SinkRecord(topic, 0, null, "key", null, value, 42);
  }
}
