package io.frazil.storage;

/**
 * A request that S3 refuses: its <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">error responses</a>.
 */
public record StorageRefusal(int status, String code, String message) {
  /** Too many requests. */
  public static final StorageRefusal SLOW_DOWN =
      new StorageRefusal(503, "SlowDown", "Please reduce your request rate.");

  /** Credentials that were good once. */
  public static final StorageRefusal EXPIRED =
      new StorageRefusal(400, "ExpiredToken", "The provided token has expired.");

  /** Credentials that never were. */
  public static final StorageRefusal STRANGE_KEY =
      new StorageRefusal(
          403,
          "InvalidAccessKeyId",
          "The AWS Access Key Id you provided does not exist in our records.");

  String head() {
    return "HTTP/1.1 %d %s\r\nContent-Type: application/xml\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        .formatted(status, code, body().length());
  }

  String body() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
        .formatted(code, message);
  }
}
