# All images of ScaleLab, one target each: docker build --target NAME . (or buildah bud --target NAME .)
# `make images` builds them, each only if its sources have changed.

# --- third-party programs, for clusters that cannot pull images; other clusters use the upstream images ---

# HAProxy. Takes the same arguments as the official image.
FROM docker.io/library/debian:trixie-slim AS haproxy
RUN apt-get update && apt-get install -y --no-install-recommends haproxy \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
USER 99:99
STOPSIGNAL SIGUSR1
ENTRYPOINT ["haproxy", "-W", "-db"]
CMD ["-f", "/usr/local/etc/haproxy/haproxy.cfg"]

# Prometheus. The package's dependencies are omitted: they are needed only to run it as a system service.
FROM docker.io/library/debian:trixie-slim AS prometheus-package
RUN apt-get update && cd /tmp && apt-get download prometheus \
    && dpkg-deb --extract prometheus_*.deb /package

FROM docker.io/library/debian:trixie-slim AS prometheus
COPY --from=prometheus-package /package/usr/bin/prometheus /usr/bin/
RUN mkdir -p /etc/prometheus /prometheus && chown 65534:65534 /prometheus
WORKDIR /prometheus
USER 65534:65534
ENTRYPOINT ["/usr/bin/prometheus"]
CMD ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]

# PostgreSQL as CloudNativePG requires it: user id 26, the server's programs on PATH. Omitted: the just-in-time compiler,
# which is half of the size and optional for PostgreSQL, and the sources of locales.
FROM docker.io/library/debian:trixie-slim AS postgresql
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-17 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* /var/lib/postgresql/17 /etc/postgresql/17 \
      /usr/lib/*/libLLVM* /usr/lib/*/libz3* /usr/share/i18n /usr/lib/postgresql/17/lib/bitcode /usr/lib/postgresql/17/lib/llvmjit* \
    && usermod -u 26 postgres && chown -R 26 /var/lib/postgresql /var/run/postgresql
ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
USER 26:26

# CloudNativePG's manager, built from its Go module; instance pods use it under its second name (operator/manager_ARCH).
FROM scratch AS cloudnative-pg
COPY target/cluster/cloudnative-pg/ /
WORKDIR /
USER 65532:65532
ENTRYPOINT ["/manager"]

# --- ScaleLab's own images; Maven creates the files that they copy (make jars) ---

# The package registers its manual pages, for which a slim image has no folder. Omitted: the class archives for heaps of
# more than 32 GB and for object headers other than the default.
FROM docker.io/library/debian:trixie-slim AS jre
RUN mkdir -p /usr/share/man/man1 && apt-get update && apt-get install -y --no-install-recommends openjdk-25-jre-headless \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* /usr/lib/jvm/*/lib/server/classes_*.jsa
ENV LANG=C.UTF-8

# The operator. Libraries change rarely and have a separate layer; the archive of loaded classes halves the start time.
FROM jre AS operator
COPY operator/target/quarkus-app/lib/ /opt/scalelab/lib/
COPY operator/target/quarkus-app/quarkus-run.jar /opt/scalelab/
COPY operator/target/quarkus-app/app/ /opt/scalelab/app/
COPY operator/target/quarkus-app/quarkus/ /opt/scalelab/quarkus/
WORKDIR /opt/scalelab
# A start without an API server loads the classes of any other start; ArchivedClasses adds those of an experiment. It is stopped once it
# is complete; without this within three minutes the build fails.
RUN { KUBERNETES_MASTER=http://127.0.0.1:9 KUBERNETES_REQUEST_RETRY_BACKOFFLIMIT=0 QUARKUS_PROFILE=dev SCALELAB_ARCHIVE_CLASSES=true QUARKUS_OPERATOR_SDK_CACHE_SYNC_TIMEOUT=1S \
      java -Xlog:cds=off -Xlog:cds+dynamic=off -XX:ArchiveClassesAtExit=operator.jsa -XX:+UseSerialGC -jar quarkus-run.jar > /tmp/start.log 2>&1 & \
      pid=$!; waited=0; \
      while [ $waited -lt 180 ] && kill -0 $pid && ! grep -q 'Installed features' /tmp/start.log; do sleep 1; waited=$((waited + 1)); done; \
      kill $pid; wait $pid; } ; grep 'classes loaded for the archive' /tmp/start.log && rm /tmp/start.log && test -s operator.jsa
USER 65532:65532
# A small heap and one collector thread: the operator may share its node with measured pods. The heap is at most a quarter of the
# container's memory limit, and grows only as far as its content needs. What a collection frees is returned at once instead of in
# steps over several: of 58 MiB of old objects of which 32 live, the first collection returns nothing in steps, and 20 MiB so. The archive of
# classes is mapped at the address for which it was created, so that its pages remain shared with the file. Few calls are hot in an operator: the compiler takes a method only after twice the usual number of
# calls, no classes are generated for calls by reflection, and memory that native code has freed is returned every half minute.
ENV MALLOC_ARENA_MAX=2
ENTRYPOINT ["java", "-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0", "-XX:SharedArchiveFile=/opt/scalelab/operator.jsa", \
    "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=25", "-Xmn8m", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=15", "-XX:-ShrinkHeapInSteps", "-Xss512k", \
    "-XX:ReservedCodeCacheSize=40m", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=2", "-XX:TrimNativeHeapInterval=30000", \
    "-Djdk.reflect.useNativeAccessorOnly=true", "-XX:+ExitOnOutOfMemoryError", "-jar", "quarkus-run.jar"]

# The application under test: a WildFly with it deployed, and the tool that creates and counts its data. Read-only root;
# the server's own folder is copied to an emptyDir at start. A start without a database, which ends immediately, trains the
# cache of loaded, linked and profiled classes: a third of the work of every later start.
FROM jre AS benchmark-app
COPY benchmark-app/target/scalelab/ /opt/scalelab/
COPY benchmark-app/target/server/ /opt/wildfly/
RUN /opt/scalelab/bin/train-server /opt/wildfly/server.aot
ENV JAVA_OPTS="-XX:AOTCache=/opt/wildfly/server.aot --sun-misc-unsafe-memory-access=allow"
USER 1000:1000
CMD ["/opt/scalelab/bin/server"]

# The Infinispan servers of experiments with state.store Remote, from Maven artifacts: there is no server archive. A start alone trains
# their class cache.
FROM jre AS infinispan-server
COPY benchmark-app/infinispan-server/target/infinispan-server/ /opt/infinispan/
RUN /opt/infinispan/bin/train-server /opt/infinispan/server.aot
ENV JAVA_OPTS="-XX:AOTCache=/opt/infinispan/server.aot --sun-misc-unsafe-memory-access=allow"
USER 1000:1000
CMD ["/opt/infinispan/bin/infinispan-server"]

# The load generator. A short run against its own metrics port trains the cache of loaded, linked and profiled classes.
FROM jre AS load-generator
COPY gatling/target/load-generator/lib/ /opt/scalelab/lib/
COPY gatling/target/load-generator/bin/ /opt/scalelab/bin/
COPY gatling/target/load-generator/load-generator.jar /opt/scalelab/
RUN TARGET_URL=http://127.0.0.1:9102 RATES=20 STEP_SECONDS=3 WARM_UP_SECONDS=1 RAMP_SECONDS=0 \
      JAVA_OPTS_APPEND=-XX:AOTCacheOutput=/opt/scalelab/load-generator.aot /opt/scalelab/bin/load-generator > /dev/null \
    && test -s /opt/scalelab/load-generator.aot
USER 65532:65532
ENTRYPOINT ["/opt/scalelab/bin/load-generator"]

# The server of report pages: kubectl scalelab, a static program.
FROM scratch AS reports
COPY target/cluster/reports/ /
WORKDIR /
USER 65532:65532
ENTRYPOINT ["/kubectl-scalelab", "serve"]

# --- the example of your own application: see config/samples/own-application; its Containerfile is for use outside this repository ---

# Its server. The variables are those of the contract with the application.
FROM jre AS own-application
COPY config/samples/own-application/target/own-application.jar /opt/
USER 65532:65532
ENTRYPOINT ["/bin/sh", "-c", "set -f; exec java -Xms$HEAP -Xmx$HEAP -XX:ActiveProcessorCount=$ACTIVE_PROCESSORS $JAVA_OPTS_APPEND -jar /opt/own-application.jar"]

# The load generator with its transactions.
FROM load-generator AS own-load
COPY config/samples/own-application/target/own-application.jar /opt/scalelab/lib/own/
