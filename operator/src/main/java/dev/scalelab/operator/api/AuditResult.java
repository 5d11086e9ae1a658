package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What the database holds after a run, counted by the database itself. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditResult(
    @JsonPropertyDescription("Orders created since the reset.") Long ordersCreated,
    @JsonPropertyDescription("Changes of orders since the reset.") Long ordersChanged,
    @JsonPropertyDescription("Rows that break a rule of the data, as an order without lines.")
        Long violations) {}
