package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.measurement.SelfSigned;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An admission webhook that denies with a code of its own choice, which an API server passes on.
 */
class WebhookDenialsOnApiServerTest {
  private static final Pattern UID = Pattern.compile("\"uid\":\"([^\"]+)\"");
  private static final Pattern CODE = Pattern.compile("\"name\":\"denied-(\\d+)\"");

  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();
  @TempDir static Path folder;

  private static HttpsServer webhook;
  private static ScalabilityExperiment owner;

  @BeforeAll
  static void start() throws Exception {
    Path certificate = folder.resolve("webhook.pem");
    KeyStore key = SelfSigned.key(folder, "webhook", certificate);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(key, SelfSigned.PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    webhook = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    webhook.setHttpsConfigurator(new HttpsConfigurator(context));
    webhook.createContext("/", WebhookDenialsOnApiServerTest::answer);
    webhook.start();
    register(Base64.getEncoder().encodeToString(Files.readAllBytes(certificate)));
    owner = Experiments.applied(api, "owner");
  }

  @AfterAll
  static void stop() {
    if (webhook != null) {
      webhook.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 404, 409, 410, 413, 422})
  void itIsADenialWithItsWordsWhateverTheCode(int code) {
    Applier applier = new Applier(api.client());

    assertDenied(code, applier::create);
    assertDenied(code, applier::apply);
  }

  private static void assertDenied(int code, BiConsumer<HasMetadata, HasMetadata> create) {
    Throwable refused = catchThrowable(() -> create.accept(owner, map(code)));

    assertThat(Refusal.of(refused))
        .hasValueSatisfying(
            refusal -> {
              assertThat(refusal.kind()).isEqualTo(Refusal.Kind.DENIED);
              assertThat(refusal.message())
                  .isEqualTo("admission webhook \"no.example.org\" denied the request: not here");
            });
  }

  private static ConfigMap map(int code) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("denied-" + code)
        .withNamespace(api.namespace())
        .withOwnerReferences(Owner.reference(owner))
        .endMetadata()
        .build();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String review = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher uid = UID.matcher(review);
    Matcher code = CODE.matcher(review);
    String answer =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response":
          {"uid": "%s", "allowed": false, "status": {"code": %s, "message": "not here"}}}
        """
            .formatted(uid.find() ? uid.group(1) : "", code.find() ? code.group(1) : "403");
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Returns when the API server asks it. */
  private static void register(String certificate) {
    var configuration =
        Serialization.unmarshal(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: no}
            webhooks:
              - name: no.example.org
                clientConfig: {url: "https://127.0.0.1:%d/", caBundle: %s}
                rules:
                  - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}
                namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
                sideEffects: None
                admissionReviewVersions: [v1]
            """
                .formatted(webhook.getAddress().getPort(), certificate, api.namespace()),
            ValidatingWebhookConfiguration.class);
    api.client().resource(configuration).create();
    ConfigMap probe =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("probe")
            .withNamespace(api.namespace())
            .endMetadata()
            .build();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> catchThrowable(() -> api.client().resource(probe).dryRun().create()) != null);
  }
}
