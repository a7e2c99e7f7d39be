package io.frazil.benchmark.deletes;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.benchmark.deletes.ReadChart.Line;
import io.frazil.benchmark.deletes.ReadChart.Point;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReadChartTest {
  private static final ReadChart CHART =
      new ReadChart(
          "CPU time",
          List.of(
              new Line("flat", List.of(new Point(0, 1), new Point(50, 1))),
              new Line("also flat", List.of(new Point(0, 1), new Point(50, 1.01))),
              new Line("steep", List.of(new Point(0, 1), new Point(10, 4), new Point(50, 9)))));

  @Test
  void eachModeIsALineThatStartsAtTheSamePlaceAndRisesWithItsRatio() throws Exception {
    List<Element> lines = elements("polyline");

    List<double[]> flat = points(lines.get(0));
    List<double[]> steep = points(lines.get(2));
    assertThat(lines).hasSize(3);
    assertThat(steep.get(0)).isEqualTo(flat.get(0));
    assertThat(flat.get(1)[1]).isEqualTo(flat.get(0)[1]);
    // Downwards is more in this format.
    assertThat(steep.get(1)[1]).isLessThan(steep.get(0)[1]);
    assertThat(steep.get(2)[1]).isLessThan(steep.get(1)[1]);
    assertThat(steep.get(2)[0]).isEqualTo(flat.get(1)[0]);
  }

  @Test
  void titlesOfLinesThatEndAtTheSamePlaceStandApart() throws Exception {
    List<Element> texts = elements("text");

    assertThat(y(texts, "flat") - y(texts, "also flat")).isGreaterThanOrEqualTo(16);
  }

  @Test
  void onlyRatiosThatOccurAreMarkedAtTheSide() throws Exception {
    assertThat(elements("text").stream().map(Element::getTextContent))
        .contains("1x", "2x", "5x", "0", "10", "50", "commits")
        .doesNotContain("10x");
  }

  @Test
  void aChartOfResultsHasTheReadsThatWereMeasured() {
    assertThat(ReadChart.of(ReportTest.results(), Engine.GENERIC, Scan.FULL).lines())
        .containsExactly(
            new Line(Mode.DELETION_VECTOR.title(), List.of(new Point(0, 1), new Point(2, 1.5))));
    assertThat(
            ReadChart.of(ReportTest.results(), Engine.GENERIC, Scan.KEYS).lines().get(0).points())
        .isEmpty();
  }

  private static double y(List<Element> texts, String title) {
    return texts.stream()
        .filter(text -> text.getTextContent().equals(title))
        .mapToDouble(text -> Double.parseDouble(text.getAttribute("y")))
        .findFirst()
        .orElseThrow();
  }

  private static List<double[]> points(Element line) {
    List<double[]> points = new ArrayList<>();
    for (String point : line.getAttribute("points").split(" ", -1)) {
      String[] parts = point.split(",", -1);
      points.add(new double[] {Double.parseDouble(parts[0]), Double.parseDouble(parts[1])});
    }
    return points;
  }

  private static List<Element> elements(String name) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(CHART.svg())));
    NodeList found = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int element = 0; element < found.getLength(); element++) {
      elements.add((Element) found.item(element));
    }
    return elements;
  }
}
