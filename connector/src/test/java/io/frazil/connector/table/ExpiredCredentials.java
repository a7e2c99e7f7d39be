package io.frazil.connector.table;

import java.util.stream.Stream;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.glue.model.GlueException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What clients of catalogs and storages throw while credentials are to be renewed. */
public final class ExpiredCredentials {
  private ExpiredCredentials() {}

  /** One of each kind. */
  public static Stream<RuntimeException> all() {
    return Stream.of(
        S3Exception.builder()
            .statusCode(403)
            .awsErrorDetails(details("ExpiredToken", "The provided token has expired."))
            .build(),
        GlueException.builder()
            .statusCode(400)
            .awsErrorDetails(details("ExpiredTokenException", "The security token is expired"))
            .build(),
        new NotAuthorizedException("Not authorized: the token has expired"));
  }

  private static AwsErrorDetails details(String code, String message) {
    return AwsErrorDetails.builder().errorCode(code).errorMessage(message).build();
  }
}
