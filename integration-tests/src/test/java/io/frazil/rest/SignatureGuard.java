package io.frazil.rest;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lets in whose requests are signed with a secret as AWS's services want it: <a
 * href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html">Signature
 * Version 4</a>. When it was signed is not looked at.
 */
public record SignatureGuard(String keyId, String secret) implements Guard {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          ALGORITHM
              + " Credential=([^/]+)/((\\d{8})/([^/]+)/([^/]+)/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})");

  @Override
  public Optional<RestError> refusal(RestRequest request) {
    Matcher told = AUTHORIZATION.matcher(request.authorization());
    if (!told.matches()) {
      return Optional.of(RestError.forbidden("Missing Authentication Token"));
    }
    if (!told.group(1).equals(keyId)) {
      return Optional.of(
          RestError.forbidden("The security token included in the request is invalid."));
    }
    if (!told.group(7).equals(signature(request, told))) {
      return Optional.of(
          RestError.forbidden(
              "The request signature we calculated does not match the signature you provided."));
    }
    return Optional.empty();
  }

  private String signature(RestRequest request, Matcher told) {
    String text =
        String.join(
            "\n",
            ALGORITHM,
            request.header("X-Amz-Date"),
            told.group(2),
            hash(canonical(request, told.group(6)).getBytes(StandardCharsets.UTF_8)));
    byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
    for (String part : List.of(told.group(3), told.group(4), told.group(5), "aws4_request")) {
      key = mac(key, part);
    }
    return HexFormat.of().formatHex(mac(key, text));
  }

  private static String canonical(RestRequest request, String signedHeaders) {
    String headers =
        Arrays.stream(signedHeaders.split(";"))
            .map(name -> "%s:%s\n".formatted(name, values(request, name)))
            .collect(Collectors.joining());
    return String.join(
        "\n",
        request.getMethod(),
        // The path as it was sent is encoded once more.
        encoded(request.getRequestURI()).replace("%2F", "/"),
        query(Optional.ofNullable(request.getQueryString()).orElse("")),
        headers,
        signedHeaders,
        hash(request.body()));
  }

  private static String values(RestRequest request, String name) {
    return Collections.list(request.getHeaders(name)).stream()
        .map(value -> value.strip().replaceAll(" +", " "))
        .collect(Collectors.joining(","));
  }

  private static String query(String sent) {
    return Arrays.stream(sent.split("&"))
        .filter(parameter -> !parameter.isEmpty())
        .map(parameter -> (parameter + "=").split("=", 3))
        .map(parts -> recoded(parts[0]) + "=" + recoded(parts[1]))
        .sorted()
        .collect(Collectors.joining("&"));
  }

  private static String recoded(String sent) {
    return encoded(URLDecoder.decode(sent, StandardCharsets.UTF_8));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("This JVM has no SHA-256.", missing);
    }
  }

  private static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("This JVM has no HmacSHA256.", missing);
    }
  }

  @Override
  public String toString() {
    return "Signatures of " + keyId;
  }
}
