package dev.scalelab.operator.report;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Puts Kubernetes events on experiments, each once, however often the operator is killed around it.
 */
@ApplicationScoped
public class Events {
  private static final Logger LOG = Logger.getLogger(Events.class);
  private static final String COMPONENT = "scalelab-operator";

  /** A name ends at 253 characters, and an id of 36 follows. */
  private static final int LONGEST_PREFIX = 200;

  private final KubernetesClient client;
  private final Clock clock;

  public Events(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Reports that something happened to an object, mostly an experiment. A lost event loses no
   * truth, so a refusal is only logged.
   *
   * @param subject what it happened to, as small-base-2 or small-base-2-r1: the same reason for the
   *     same subject is told once
   */
  public void tell(HasMetadata object, String subject, Reason reason, String message) {
    Event event = event(object, subject, reason, message, clock.instant());
    try {
      client.v1().events().inNamespace(event.getMetadata().getNamespace()).resource(event).create();
      LOG.infof("%s %s: %s", reason.text(), subject, message);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        LOG.warnf(
            "event %s of %s could not be written: %s", reason.text(), subject, e.getMessage());
      }
    }
  }

  /** One event for all that is wrong with a field for one reason: a second one would be refused. */
  public void tell(HasMetadata object, List<Violation> violations) {
    violations.stream()
        .collect(
            Collectors.groupingBy(
                violation -> List.of(violation.field(), violation.reason()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .forEach(
            same -> tell(object, same.get(0).field(), same.get(0).reason(), Violation.text(same)));
  }

  /**
   * The event; its name follows from object, subject and reason alone, so a second one is refused.
   */
  static Event event(
      HasMetadata object, String subject, Reason reason, String message, Instant when) {
    ObjectMeta of = object.getMetadata();
    String key = of.getUid() + "/" + subject + "/" + reason.text();
    String time = when.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
    return new EventBuilder()
        .withNewMetadata()
        .withName(
            of.getName().substring(0, Math.min(LONGEST_PREFIX, of.getName().length()))
                + "."
                + UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)))
        .withNamespace(of.getNamespace())
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(object.getApiVersion())
        .withKind(object.getKind())
        .withName(of.getName())
        .withNamespace(of.getNamespace())
        .withUid(of.getUid())
        .endInvolvedObject()
        .withType(reason.warning() ? "Warning" : "Normal")
        .withReason(reason.text())
        .withMessage(Conditions.shorten(message))
        .withNewSource()
        .withComponent(COMPONENT)
        .endSource()
        .withReportingComponent(COMPONENT)
        .withReportingInstance(COMPONENT)
        .withFirstTimestamp(time)
        .withLastTimestamp(time)
        .withCount(1)
        .build();
  }
}
