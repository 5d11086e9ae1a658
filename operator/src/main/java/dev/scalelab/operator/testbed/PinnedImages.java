package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.platform.Tier;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The images of the first testbed of an experiment, to which later ones are pinned, since a tag may
 * be moved meanwhile. Pure.
 */
public final class PinnedImages {
  private static final int MAX_RECORDED = 100;
  private static final Pattern DIGEST = Pattern.compile("(?:(?<repository>[^@]+)@)?sha\\d+:.+");

  /** Docker's adapter adds the prefix docker-pullable:// to the image ID. */
  private static final Pattern SCHEME = Pattern.compile("^[a-z-]+://");

  private final List<TierImage> images;

  private PinnedImages(List<TierImage> images) {
    this.images = images;
  }

  /** The images recorded in an experiment's status, which may be null. */
  public static PinnedImages of(ScalabilityExperimentStatus status) {
    return new PinnedImages(
        status == null || status.effective() == null || status.effective().images() == null
            ? List.of()
            : status.effective().images());
  }

  /** These, plus images of the trials' pods that are not recorded yet. */
  public List<TierImage> recorded(Collection<ScalabilityTrialStatus> trials) {
    Map<String, TierImage> all = new LinkedHashMap<>();
    images.forEach(image -> all.put(key(image.tier(), image.image()), image));
    trials.stream()
        .filter(trial -> trial.placement() != null)
        .sorted(
            Comparator.comparing(
                ScalabilityTrialStatus::startTime, Comparator.nullsLast(Comparator.naturalOrder())))
        .flatMap(trial -> trial.placement().stream())
        .filter(pod -> pod.requestedImage() != null)
        .filter(pod -> !all.containsKey(key(pod.tier(), pod.requestedImage())))
        .forEach(
            pod ->
                digest(pod)
                    .filter(digest -> all.size() < MAX_RECORDED)
                    .map(digest -> new TierImage(pod.tier(), pod.requestedImage(), digest))
                    .ifPresent(image -> all.put(key(image.tier(), image.image()), image)));
    return List.copyOf(all.values());
  }

  /** Each tier's images are recorded once, whether or not a pod requested them by digest. */
  private static String key(String tier, String image) {
    return tier + " " + beforeAt(image);
  }

  /** The plan with the images of its configurations pinned. Hashes and names do not change. */
  public Plan pin(Plan plan, Topology topology) {
    if (images.isEmpty()) {
      return plan;
    }
    Set<String> named = named(plan, topology);
    return plan.withSpecs(
        spec -> topology.withImages(spec, (tier, image) -> pinned(tier, image, named)));
  }

  /** Every image that the experiment names itself. */
  private static Set<String> named(Plan plan, Topology topology) {
    Set<String> named = new HashSet<>();
    plan.systems().stream()
        .map(Configuration::spec)
        .forEach(
            spec ->
                topology.withImages(
                    spec,
                    (tier, image) -> {
                      if (image != null) {
                        named.add(image);
                      }
                      return image;
                    }));
    return named;
  }

  /**
   * The image to which a tier's image is pinned. If the spec names none, that is the chart's image
   * of the first testbed, even if the chart was upgraded meanwhile: the recorded image that the
   * experiment does not name.
   */
  private String pinned(Tier tier, String own, Set<String> named) {
    return images.stream()
        .filter(recorded -> recorded.tier().equals(tier.label()))
        .filter(
            recorded ->
                own == null ? !named.contains(recorded.image()) : own.equals(recorded.image()))
        .findFirst()
        .map(PinnedImages::reference)
        .orElse(own);
  }

  /**
   * The reference by which nodes get the same image. The tag is kept, since CloudNativePG reads
   * PostgreSQL's version from it. An image without a digest in its own repository was loaded into
   * the node, where a reference with a digest does not work.
   */
  private static String reference(TierImage recorded) {
    Optional<String> origin = repository(recorded.digest());
    boolean pinnable =
        origin.isPresent()
            && !recorded.image().contains("@")
            && full(origin.get()).equals(full(withoutTag(recorded.image())));
    return pinnable
        ? recorded.image() + recorded.digest().substring(recorded.digest().indexOf('@'))
        : recorded.image();
  }

  /** Message if a pod runs another image than the recorded one; empty if all are the same. */
  public Optional<String> changed(List<PodPlacement> pods) {
    return pods.stream()
        .filter(pod -> pod.requestedImage() != null && !pod.requestedImage().contains("@"))
        .flatMap(pod -> find(images, pod).flatMap(image -> difference(image, pod)).stream())
        .findFirst();
  }

  /**
   * Digests of a registry and of a loaded image are not compared: they differ even for the same
   * image.
   */
  private static Optional<String> difference(TierImage recorded, PodPlacement pod) {
    return digest(pod)
        .filter(now -> repository(now).isPresent() == repository(recorded.digest()).isPresent())
        .filter(now -> !afterAt(now).equals(afterAt(recorded.digest())))
        .map(
            now ->
                "%s: %s was %s in the first testbed, and is %s in the pod %s: it was replaced during the experiment"
                    .formatted(pod.tier(), recorded.image(), recorded.digest(), now, pod.pod()));
  }

  private static Optional<TierImage> find(List<TierImage> images, PodPlacement pod) {
    return images.stream()
        .filter(
            image -> key(image.tier(), image.image()).equals(key(pod.tier(), pod.requestedImage())))
        .findFirst();
  }

  /** The image that a pod ran, as reported by the node; empty if it reports no digest. */
  private static Optional<String> digest(PodPlacement pod) {
    return Optional.ofNullable(pod.image())
        .map(image -> SCHEME.matcher(image).replaceFirst(""))
        .filter(image -> DIGEST.matcher(image).matches());
  }

  private static Optional<String> repository(String digest) {
    Matcher parts = DIGEST.matcher(digest);
    return parts.matches() ? Optional.ofNullable(parts.group("repository")) : Optional.empty();
  }

  private static String beforeAt(String image) {
    return image.contains("@") ? image.substring(0, image.indexOf('@')) : image;
  }

  private static String afterAt(String digest) {
    return digest.substring(digest.indexOf('@') + 1);
  }

  private static String withoutTag(String image) {
    int tag = image.lastIndexOf(':');
    return tag > image.lastIndexOf('/') ? image.substring(0, tag) : image;
  }

  /** A repository, completed with the default registry of container runtimes. */
  private static String full(String repository) {
    int slash = repository.indexOf('/');
    String first = slash < 0 ? "" : repository.substring(0, slash);
    if (first.contains(".") || first.contains(":") || first.equals("localhost")) {
      return repository;
    }
    return "docker.io/" + (slash < 0 ? "library/" : "") + repository;
  }
}
