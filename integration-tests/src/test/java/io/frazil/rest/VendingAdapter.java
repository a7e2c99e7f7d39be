package io.frazil.rest;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.HTTPRequest;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.credentials.ImmutableCredential;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.LoadTableResponse;

/** Hands out credentials for the storage with a table, to whoever asks for that. */
final class VendingAdapter extends RESTCatalogAdapter {
  private final VendedKeys keys;

  VendingAdapter(Catalog catalog, VendedKeys keys) {
    super(catalog);
    this.keys = keys;
  }

  @Override
  protected <T extends RESTResponse> T execute(
      HTTPRequest request,
      Class<T> responseType,
      Consumer<ErrorResponse> errorHandler,
      Consumer<Map<String, String>> responseHeaders) {
    T response = super.execute(request, responseType, errorHandler, responseHeaders);
    boolean isAsked =
        request.headers().entries("X-Iceberg-Access-Delegation").stream()
            .anyMatch(header -> header.value().contains("vended-credentials"));
    return response instanceof LoadTableResponse table && isAsked
        ? responseType.cast(withCredentials(table, path(request)))
        : response;
  }

  private LoadTableResponse withCredentials(LoadTableResponse table, String path) {
    LoadTableResponse.Builder answer =
        LoadTableResponse.builder()
            .withTableMetadata(table.tableMetadata())
            .addAllConfig(table.config());
    Map<String, String> next = keys.next();
    return switch (keys.renewal()) {
      case LOADING -> answer.addAllConfig(next).build();
      case ENDPOINT ->
          answer
              .addConfig("client.refresh-credentials-endpoint", path + VendedKeys.PLACE)
              .addCredential(
                  ImmutableCredential.builder().prefix(VendedKeys.PREFIX).config(next).build())
              .build();
    };
  }

  private static String path(HTTPRequest request) {
    return request.body() instanceof CreateTableRequest creation
        ? request.path() + "/" + creation.name()
        : request.path();
  }
}
