package dev.scalelab.operator.report;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** Writes Kubernetes events of experiments, each once, even if the operator is killed meanwhile. */
@ApplicationScoped
public class EventRecorder {
  private static final Logger LOG = Logger.getLogger(EventRecorder.class);
  private static final String COMPONENT = "scalelab-operator";

  /** A name is limited to 253 characters, including an id of 36. */
  private static final int LONGEST_PREFIX = 200;

  /** The API server's limit of a message, in bytes. */
  private static final int LONGEST_MESSAGE = 1024;

  /** What an event did, for the API server; the reason says the rest. */
  private static final String ACTION = "Reconcile";

  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final KubernetesClient client;
  private final Clock clock;
  private final EventOrder order = new EventOrder();

  public EventRecorder(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Writes an event of an object, mostly an experiment. Nothing depends on events, so a rejected
   * one is only logged.
   *
   * @param subject subject of the event, as small-base-2 or small-base-2-r1: the same reason for
   *     the same subject is reported once
   */
  public void record(HasMetadata object, String subject, Reason reason, String message) {
    record(object, subject, reason, message, reason.warning());
  }

  /** Reports a failure: always a Warning, whatever its reason. */
  public void recordFailure(HasMetadata object, String subject, Reason reason, String message) {
    record(object, subject, reason, message, true);
  }

  private void record(
      HasMetadata object, String subject, Reason reason, String message, boolean warning) {
    Instant now = clock.instant();
    long second = order.next(object.getMetadata().getUid(), now);
    Event event =
        event(object, subject, reason, message, warning, now, Instant.ofEpochSecond(second));
    try {
      client.v1().events().inNamespace(event.getMetadata().getNamespace()).resource(event).create();
      order.used(object.getMetadata().getUid(), second);
      LOG.infof("%s %s: %s", reason.text(), subject, message);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        LOG.warnf(
            "event %s of %s could not be written: %s", reason.text(), subject, e.getMessage());
      }
    }
  }

  /** Reports how an experiment ended; ending in another way later is another event. */
  public void recordEnd(HasMetadata experiment, ScalabilityExperimentStatus ended) {
    String message = "%s: %s".formatted(ended.verdict().text(), ended.message());
    String name = experiment.getMetadata().getName();
    String subject = name + " " + Integer.toHexString(message.hashCode());
    record(experiment, subject, Reason.COMPLETED, message);
  }

  /**
   * One event for all violations of a field with the same reason, since a second one would be
   * rejected.
   */
  public void record(HasMetadata object, List<Violation> violations) {
    violations.stream()
        .collect(
            Collectors.groupingBy(
                violation -> List.of(violation.field(), violation.reason()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .forEach(
            same ->
                record(
                    object,
                    subject(object, same.get(0)),
                    same.get(0).reason(),
                    Violation.text(same)));
  }

  private static String subject(HasMetadata object, Violation violation) {
    return violation.field().isEmpty() ? object.getMetadata().getName() : violation.field();
  }

  /**
   * The event; its name depends only on object, subject and reason, so a second one is rejected.
   *
   * @param shown the second by which kubectl sorts
   */
  static Event event(
      HasMetadata object,
      String subject,
      Reason reason,
      String message,
      boolean warning,
      Instant when,
      Instant shown) {
    ObjectMeta of = object.getMetadata();
    String key = of.getUid() + "/" + subject + "/" + reason.text();
    String time = shown.truncatedTo(ChronoUnit.SECONDS).toString();
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
        .withType(warning ? "Warning" : "Normal")
        .withReason(reason.text())
        .withMessage(fitting(message))
        .withAction(ACTION)
        .withEventTime(new MicroTime(MICROS.format(when)))
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

  /** The limit counts bytes, and some characters have several. */
  private static String fitting(String message) {
    String shorter = Conditions.shorten(message);
    int excess = shorter.getBytes(StandardCharsets.UTF_8).length - LONGEST_MESSAGE;
    while (excess > 0) {
      shorter = Message.shorten(shorter, shorter.length() - Math.max(1, excess / 3));
      excess = shorter.getBytes(StandardCharsets.UTF_8).length - LONGEST_MESSAGE;
    }
    return shorter;
  }
}
