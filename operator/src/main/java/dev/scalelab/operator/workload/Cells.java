package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.CellsSpec;
import dev.scalelab.operator.api.ConfigMapKey;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Calls of beans that calculate, allocate, leak and throw exceptions as defined by a table. */
final class Cells extends Workload {
  /** The page itself and its two pictures. */
  private static final int REQUESTS_OF_A_PAGE = 3;

  private final CellsSpec cells;

  Cells(WorkloadSpec spec, SystemSpec system) {
    super(spec, system);
    this.cells = spec.cells();
  }

  @Override
  public boolean keepsBeans() {
    return false;
  }

  @Override
  public String label() {
    return "cells";
  }

  @Override
  Map<String, Integer> usualMix() {
    return Map.of("call", 1);
  }

  @Override
  public int maxRequests() {
    return mix().getOrDefault("page", 0) > 0 ? REQUESTS_OF_A_PAGE : 1;
  }

  @Override
  public Optional<ConfigMapKey> file() {
    return Optional.ofNullable(cells.table());
  }

  @Override
  public boolean screensHeap() {
    return cells.screen() != null;
  }

  @Override
  public boolean keepsConnections() {
    return cells.keepAlive();
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("CELLS_MIX", text(cells.weights()));
    settings.put("CELLS_KEEP_ALIVE", cells.keepAlive());
    return settings;
  }

  @Override
  public Map<String, Object> pauses(boolean closedModel) {
    return cells.clients() == null
        ? super.pauses(closedModel)
        : Map.of("CELLS_CLIENTS", clients(cells.clients()));
  }

  private static String clients(List<CellsSpec.Client> clients) {
    List<Integer> percents =
        Percents.whole(clients.stream().map(CellsSpec.Client::weight).toList());
    return IntStream.range(0, clients.size())
        .mapToObj(
            i ->
                percents.get(i)
                    + ":"
                    + clients.get(i).thinkMillis()
                    + ":"
                    + clients.get(i).keepAlive())
        .collect(Collectors.joining(","));
  }

  @Override
  int maxThinkMillis() {
    return cells.clients() == null
        ? super.maxThinkMillis()
        : cells.clients().stream().mapToInt(CellsSpec.Client::thinkMillis).max().orElse(0);
  }
}
