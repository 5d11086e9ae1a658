package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;

/** A type of the API whose JSON has no fields that are null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public interface OmitsNulls {}
