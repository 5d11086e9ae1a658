# What Prometheus scrapes for the evidence of each step and for the dashboards. Only the series of a testbed that one of them
# queries are kept, except for load generators, a few pods, whose series are all kept. A test fails when a dashboard queries a
# metric that is in no list below.
global:
  scrape_interval: {{ .Values.prometheus.scrapeInterval }}
  scrape_timeout: {{ .Values.prometheus.scrapeInterval }}

scrape_configs:
  # Balancer and load generator: pods of a testbed that declare a container port named metrics; wildfly-operator names it admin. A
  # scrape costs them nothing.
  - job_name: scalelab-testbed
    kubernetes_sd_configs:
      - role: pod
        namespaces:
          names: {{ toJson .Values.experimentNamespaces }}
        selectors:
          - role: pod
            label: scalelab.dev/experiment,scalelab.dev/tier in (balancer,load)
    relabel_configs: &testbed
      - source_labels: [__meta_kubernetes_pod_container_port_name]
        regex: metrics|admin|infinispan
        action: keep
      - source_labels: [__meta_kubernetes_pod_phase]
        regex: Succeeded|Failed
        action: drop
      - source_labels: [__meta_kubernetes_pod_annotation_prometheus_io_path]
        regex: (.+)
        target_label: __metrics_path__
      - source_labels: [__meta_kubernetes_namespace]
        target_label: namespace
      - source_labels: [__meta_kubernetes_pod_name]
        target_label: pod
      - source_labels: [__meta_kubernetes_pod_node_name]
        target_label: node
      - source_labels: [__meta_kubernetes_pod_label_scalelab_dev_experiment]
        target_label: experiment
      - source_labels: [__meta_kubernetes_pod_label_scalelab_dev_trial]
        target_label: trial
      - source_labels: [__meta_kubernetes_pod_label_scalelab_dev_tier]
        target_label: tier
    metric_relabel_configs:
      - source_labels: [__name__]
        action: keep
        regex: "\
          haproxy_backend_(active_servers|current_queue|http_requests_total|http_responses_total)|\
          haproxy_process_(current|max)_connections|\
          haproxy_server_(http_responses_total|current_queue|current_sessions|weight)|\
          scalelab_load_.*"

  # Application servers, databases and Infinispan servers, in the same way. The metrics of the latter are on their clients' port.
  - job_name: scalelab-servers
    scrape_interval: {{ include "scalelab.serverScrapeInterval" . }}
    scrape_timeout: {{ include "scalelab.serverScrapeInterval" . }}
    {{- if not (regexMatch ":v?2[.]" .Values.images.prometheus) }}
    # WildFly sends no content type, which Prometheus 3 rejects; version 2 accepts it, and rejects this field.
    fallback_scrape_protocol: PrometheusText0.0.4
    {{- end }}
    kubernetes_sd_configs:
      - role: pod
        namespaces:
          names: {{ toJson .Values.experimentNamespaces }}
        selectors:
          - role: pod
            label: scalelab.dev/experiment,scalelab.dev/tier in (application,database,cache)
    relabel_configs: *testbed
    metric_relabel_configs:
      - source_labels: [__name__]
        action: keep
        regex: "\
          cnpg_backends_total|\
          cnpg_pg_stat_database_(xact_commit|xact_rollback|blks_hit|blks_read|deadlocks)|\
          cnpg_pg_replication_(in_recovery|lag)|\
          cnpg_pg_stat_replication_replay_diff_bytes|\
          cnpg_scalelab_(activity|backends)_.*|\
          cpu_process_cpu_time_seconds|\
          datasources_pool_(in_use_count|available_count|total_blocking_time|total_usage_time)|\
          ejb3_(execution|wait)_time_total|\
          gc_time_seconds_total|\
          infinispan_(cluster_size|number_of_entries)|\
          infinispan_statistics_(approximate_entries|hits|misses|remove_hits|stores)|\
          io_(busy_task_thread_count|max_pool_size|queue_size)|\
          jgroups_sent_bytes|\
          jvm_memory_(used|max)_bytes|\
          memory_(used|max)_heap_bytes|\
          messaging_activemq_(message_count|messages_added_total|consumer_count)|\
          scalelab_bean_threads_(busy|waited)_seconds|\
          scalelab_(cluster_members|collector|entities|orders|setting)|\
          scalelab_database_(kept|lost)_seconds|\
          scalelab_jit_seconds|\
          scalelab_old_generation_bytes|\
          scalelab_state_transfer_seconds|\
          undertow_(request_count_total|total_request_time_seconds_total)"

  # CPU, throttling, memory, pressure and networks of containers, and CPU of whole machines, from the kubelets. A kubelet takes its samples every 10
  # to 15 seconds, or as its --housekeeping-interval says, and reports the time of each.
  - job_name: scalelab-containers
    honor_timestamps: true
    scheme: https
    metrics_path: /metrics/cadvisor
    authorization:
      credentials_file: /var/run/secrets/kubernetes.io/serviceaccount/token
    tls_config:
      # Kubelets have self-signed certificates on most clusters.
      insecure_skip_verify: true
    kubernetes_sd_configs:
      # The address is the node's, with the kubelet's port from the node object.
      - role: node
    relabel_configs:
      - source_labels: [__meta_kubernetes_node_name]
        target_label: node
    metric_relabel_configs:
      - source_labels: [__name__]
        action: keep
        regex: "\
          container_cpu_(usage_seconds|cfs_periods|cfs_throttled_periods|cfs_throttled_seconds)_total|\
          container_memory_working_set_bytes|\
          container_network_(receive_bytes|transmit_bytes|transmit_packets|transmit_packets_dropped)_total|\
          container_pressure_(cpu|io)_waiting_seconds_total|\
          container_spec_cpu_(quota|period)|\
          container_start_time_seconds|\
          machine_cpu_cores"
      # Containers of experiments and of ScaleLab itself, and each machine as a whole.
      - source_labels: [namespace, id]
        separator: ;
        regex: ({{ join "|" (append .Values.experimentNamespaces .Release.Namespace | uniq) }});.*|;/|;
        action: keep
      # A pod's own cgroup would count its containers twice; but a network is the pod's. Of machines only CPU is of interest.
      - source_labels: [__name__, namespace, container]
        separator: ;
        regex: container_(cpu|memory|pressure|spec|start)_.+;.+;(POD)?|container_(network|pressure)_.+;;.*
        action: drop

  # The operator and the results that it publishes.
  - job_name: scalelab-operator
    scrape_interval: {{ .Values.prometheus.operatorScrapeInterval }}
    scrape_timeout: {{ .Values.prometheus.operatorScrapeInterval }}
    metrics_path: /q/metrics
    # The namespace label of a result is that of its experiment.
    honor_labels: true
    kubernetes_sd_configs:
      - role: pod
        namespaces:
          names: [{{ .Release.Namespace | quote }}]
        selectors:
          - role: pod
            label: app.kubernetes.io/name=scalelab,app.kubernetes.io/component=operator
    relabel_configs:
      - source_labels: [__meta_kubernetes_pod_container_port_name]
        regex: http
        action: keep
      - source_labels: [__meta_kubernetes_pod_name]
        target_label: pod
    metric_relabel_configs:
      - source_labels: [__name__]
        action: keep
        regex: scalelab_.*|operator_sdk_.*(_total|_sum|_count|_experiment|_trial)|jvm_memory_used_bytes|process_cpu_usage|process_uptime_seconds

  # Prometheus itself.
  - job_name: scalelab-prometheus
    scrape_interval: {{ .Values.prometheus.operatorScrapeInterval }}
    scrape_timeout: {{ .Values.prometheus.operatorScrapeInterval }}
    static_configs:
      - targets: [localhost:9090]
    metric_relabel_configs:
      - source_labels: [__name__]
        action: keep
        regex: prometheus_tsdb_head_series|process_resident_memory_bytes|process_cpu_seconds_total
