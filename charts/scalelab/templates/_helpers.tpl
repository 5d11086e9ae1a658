{{/* Labels by which the pods of one component are selected. Call with (list $ "component"). */}}
{{- define "scalelab.selector" -}}
app.kubernetes.io/name: scalelab
app.kubernetes.io/instance: {{ (index . 0).Release.Name | quote }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Labels of every object of the chart. Call with (list $ "component"). */}}
{{- define "scalelab.labels" -}}
{{- $root := index . 0 -}}
{{ include "scalelab.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | quote }}
{{- end }}

{{/* One of ScaleLab's own images: without tag or digest it gets the chart's appVersion. Call with (list $ image). */}}
{{- define "scalelab.image" -}}
{{- $image := index . 1 -}}
{{- if regexMatch "[:@]" (base $image) -}}
{{ $image }}
{{- else -}}
{{ $image }}:{{ (index . 0).Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* The Prometheus that the operator and Grafana query. */}}
{{- define "scalelab.prometheusUrl" -}}
{{- if .Values.prometheus.enabled -}}
http://scalelab-prometheus.{{ .Release.Namespace }}:9090
{{- else -}}
{{ required "prometheus.url: name an existing Prometheus, or set prometheus.enabled to true" .Values.prometheus.url }}
{{- end -}}
{{- end }}

{{/* Authentication at an existing Prometheus: none, token or basic. */}}
{{- define "scalelab.prometheusAuth" -}}
{{- $auth := .Values.prometheus.auth -}}
{{- if or .Values.prometheus.enabled (not $auth.existingSecret) -}}
none
{{- else if and $auth.usernameKey $auth.passwordKey -}}
basic
{{- else if or $auth.usernameKey $auth.passwordKey -}}
{{- fail "prometheus.auth: usernameKey and passwordKey go together" -}}
{{- else -}}
{{- $_ := required "prometheus.auth: name a tokenKey, or usernameKey and passwordKey" $auth.tokenKey -}}
token
{{- end -}}
{{- end }}

{{/* Whether a CA of its own is trusted to have issued the certificate of an existing Prometheus. Empty is no. */}}
{{- define "scalelab.prometheusCa" -}}
{{- $ca := .Values.prometheus.ca -}}
{{- if not .Values.prometheus.enabled -}}
{{- if and $ca.existingSecret $ca.existingConfigMap -}}
{{- fail "prometheus.ca: name a Secret or a ConfigMap, not both" -}}
{{- end -}}
{{- if or $ca.existingSecret $ca.existingConfigMap -}}
true
{{- end -}}
{{- end -}}
{{- end }}

{{/* Names of the headers for an existing Prometheus, with commas; empty without. */}}
{{- define "scalelab.prometheusHeaders" -}}
{{- if not .Values.prometheus.enabled -}}
{{- $names := list -}}
{{- range .Values.prometheus.headers -}}
{{- if has (lower .name) (list "authorization" "connection" "content-length" "content-type" "expect" "host" "upgrade") -}}
{{- fail (printf "prometheus.headers: %s is set by the client; credentials belong in prometheus.auth" .name) -}}
{{- end -}}
{{- if has (lower .name) $names -}}
{{- fail (printf "prometheus.headers: %s is given twice" .name) -}}
{{- end -}}
{{- $secret := and .existingSecret .key -}}
{{- if or (and .value (or .existingSecret .key)) (not (or .value $secret)) -}}
{{- fail (printf "prometheus.headers: give %s a value, or existingSecret and key" .name) -}}
{{- end -}}
{{- $names = append $names (lower .name) -}}
{{- end -}}
{{- range $i, $header := .Values.prometheus.headers }}{{ if $i }},{{ end }}{{ $header.name }}{{ end -}}
{{- end -}}
{{- end }}

{{/* Volume with credentials and CA for an existing Prometheus, under the chart's own file names; empty without either. Its files
     change with the Secret, unlike mounts by subPath. */}}
{{- define "scalelab.prometheusAccess" -}}
{{- $auth := .Values.prometheus.auth -}}
{{- $ca := .Values.prometheus.ca -}}
{{- $kind := include "scalelab.prometheusAuth" . -}}
{{- $headers := include "scalelab.prometheusHeaders" . -}}
{{- if or (ne $kind "none") $headers (include "scalelab.prometheusCa" .) -}}
- name: prometheus-access
  projected:
    sources:
      {{- if ne $kind "none" }}
      - secret:
          name: {{ $auth.existingSecret | quote }}
          items:
            {{- if eq $kind "token" }}
            - { key: {{ $auth.tokenKey | quote }}, path: token }
            {{- else }}
            - { key: {{ $auth.usernameKey | quote }}, path: username }
            - { key: {{ $auth.passwordKey | quote }}, path: password }
            {{- end }}
      {{- end }}
      {{- if $headers }}
      {{- range .Values.prometheus.headers }}
      - secret:
          name: {{ .existingSecret | default "scalelab-prometheus-headers" | quote }}
          items:
            - { key: {{ .key | default .name | quote }}, path: {{ printf "headers/%s" .name | quote }} }
      {{- end }}
      {{- end }}
      {{- if include "scalelab.prometheusCa" . }}
      - {{ ternary "secret" "configMap" (ne $ca.existingSecret "") }}:
          name: {{ $ca.existingSecret | default $ca.existingConfigMap | quote }}
          items:
            - { key: {{ $ca.key | quote }}, path: ca.crt }
      {{- end }}
{{- end }}
{{- end }}

{{/* Mount of that volume. */}}
{{- define "scalelab.prometheusAccessMount" -}}
{{- if include "scalelab.prometheusAccess" . -}}
- name: prometheus-access
  mountPath: /etc/scalelab/prometheus
  readOnly: true
{{- end }}
{{- end }}

{{/* How often servers and databases are scraped. A scrape costs CPU of the tiers that are measured (tens of milliseconds of a
     server's CPU, dozens of queries to a database): so not more often than the evidence needs, whatever scrapeInterval is. */}}
{{- define "scalelab.serverScrapeInterval" -}}
5s
{{- end }}

{{/* Suffix that distinguishes the cluster-wide objects of two installations. Call with (list $ "component"). */}}
{{- define "scalelab.clusterWideName" -}}
scalelab-{{ index . 1 }}-{{ (index . 0).Release.Namespace }}
{{- end }}

{{/* Pod fields that every pod of the chart has: restricted security, image credentials. */}}
{{- define "scalelab.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  {{- /* A large number of a values file is a float to Helm, which would write it as 1.00065e+09. */ -}}
  {{- with .Values.runAsUser }}
  runAsUser: {{ int64 . }}
  runAsGroup: {{ int64 . }}
  fsGroup: {{ int64 . }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Security of every container of the chart. */}}
{{- define "scalelab.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Where a component's pods may run. Call with the component's values. */}}
{{- define "scalelab.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Name of the Secret with Grafana's administrator; empty when there is no login. */}}
{{- define "scalelab.grafanaSecret" -}}
{{- if .Values.grafana.existingSecret -}}
{{ .Values.grafana.existingSecret }}
{{- else if .Values.grafana.adminPassword -}}
scalelab-grafana
{{- end -}}
{{- end }}

{{/* Name of the ConfigMap of one dashboard. Call with its path. */}}
{{- define "scalelab.dashboard" -}}
scalelab-dashboard-{{ base . | trimSuffix ".json" }}
{{- end }}

{{/* A NetworkPolicyPeer as a list's item: the chart's own pods of one component. Call with (list $ "component"). */}}
{{- define "scalelab.peer" -}}
- namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ (index . 0).Release.Namespace | quote }}
  podSelector:
    matchLabels:
      {{- include "scalelab.selector" . | nindent 6 }}
{{- end }}

{{/* Egress rules that every restricted pod needs: DNS. */}}
{{- define "scalelab.dnsEgress" -}}
- ports:
    {{- range .Values.networkPolicy.dnsPorts }}
    - { protocol: UDP, port: {{ . }} }
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}

{{/* Selects the testbed pods of one tier. Call with the tier. */}}
{{- define "scalelab.tier" -}}
matchLabels:
  app.kubernetes.io/part-of: scalelab
  scalelab.dev/tier: {{ . }}
{{- end }}

{{/* The same, without those that a disturbance cuts off: policies only allow, and none can deny. Call with (list $ "tier"). */}}
{{- define "scalelab.fenced" -}}
{{ include "scalelab.tier" (index . 1) }}
{{- if (index . 0).Values.disturbances.network }}
matchExpressions:
  - { key: scalelab.dev/network, operator: NotIn, values: [cut] }
{{- end }}
{{- end }}

{{/* Ingress rule: metrics, on the container port of that name, for the peers that scrape; empty without any. */}}
{{- define "scalelab.metricsIngress" -}}
{{- if or .Values.prometheus.enabled .Values.networkPolicy.extraIngressFrom -}}
- from:
    {{- if .Values.prometheus.enabled }}
    {{- include "scalelab.peer" (list . "prometheus") | nindent 4 }}
    {{- end }}
    {{- with .Values.networkPolicy.extraIngressFrom }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  ports:
    - port: metrics
    - port: admin
    - port: infinispan
{{- end }}
{{- end }}

{{/* Egress rule: the Prometheus that is queried. The chart's own by its pods, an existing one, at any address, by its port. */}}
{{- define "scalelab.prometheusEgress" -}}
{{- if .Values.prometheus.enabled -}}
- to:
    {{- include "scalelab.peer" (list . "prometheus") | nindent 4 }}
  ports:
    - port: http
{{- else -}}
{{- $url := urlParse (include "scalelab.prometheusUrl" .) -}}
- ports:
    - port: {{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) }}
    {{- range .Values.networkPolicy.prometheusPorts }}
    - port: {{ . }}
    {{- end }}
{{- end }}
{{- end }}

{{/* Namespace and labels of a testbed's policy. Call with (dict "namespace" . "labels" .). */}}
{{- define "scalelab.fenceMetadata" -}}
namespace: {{ .namespace | quote }}
labels:
  {{- .labels | nindent 2 }}
{{- end }}

{{/* Whether GrafanaDashboard resources are created: the cluster serves them, and they are requested. Empty is no. */}}
{{- define "scalelab.grafanaDashboards" -}}
{{- if .Capabilities.APIVersions.Has "grafana.integreatly.org/v1beta1" -}}
{{- $wanted := .Values.dashboards.grafanaOperator.enabled -}}
{{- if or (eq $wanted "Always") (and (eq $wanted "Auto") .Values.dashboards.enabled (not .Values.grafana.enabled)) -}}
true
{{- end -}}
{{- end -}}
{{- end }}

{{/* Whether monitors are created: the cluster serves them, and they are requested. Empty is no. */}}
{{- define "scalelab.monitors" -}}
{{- if .Capabilities.APIVersions.Has "monitoring.coreos.com/v1" -}}
{{- if or (eq .Values.monitors.enabled "Always") (and (eq .Values.monitors.enabled "Auto") (not .Values.prometheus.enabled)) -}}
true
{{- end -}}
{{- end -}}
{{- end }}
