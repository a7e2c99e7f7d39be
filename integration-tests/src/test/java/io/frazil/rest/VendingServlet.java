package io.frazil.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.RESTCatalogServlet;

/** The catalog's API with the place where clients renew the credentials that they have got. */
final class VendingServlet extends RESTCatalogServlet {
  @Serial private static final long serialVersionUID = 1L;

  private final transient VendedKeys keys;

  VendingServlet(Catalog catalog, VendedKeys keys) {
    super(new VendingAdapter(catalog, keys));
    this.keys = keys;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getRequestURI().endsWith(VendedKeys.PLACE)) {
      super.doGet(request, response);
      return;
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ObjectNode credential =
        answer.putArray("storage-credentials").addObject().put("prefix", VendedKeys.PREFIX);
    ObjectNode config = credential.putObject("config");
    keys.renew().forEach(config::put);
    response.setContentType("application/json");
    response.getWriter().write(answer.toString());
  }
}
