package dev.scalelab.benchmark.web;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The root of the HTTP API. */
@ApplicationPath("api")
public class ApiApplication extends Application {}
