package dev.scalelab.operator.api;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Settings of PostgreSQL that a spec must not give, or that take connections from the pools. */
public final class DatabaseParameters {
  /** Connections that only superusers may use. */
  public static final String RESERVED_FOR_SUPERUSERS = "superuser_reserved_connections";

  /** Connections that only members of the role pg_use_reserved_connections may use. */
  public static final String RESERVED = "reserved_connections";

  /** CloudNativePG's FixedConfigurationParameters (1.30.0), as a list of CEL. */
  static final String FIXED =
      "["
          + "'allow_system_table_mods', 'archive_cleanup_command', 'archive_command', 'archive_mode', 'bonjour', "
          + "'bonjour_name', 'cluster_name', 'config_file', 'data_directory', 'data_sync_retry', 'event_source', "
          + "'external_pid_file', 'hba_file', 'hot_standby', 'ident_file', 'jit_provider', 'listen_addresses', "
          + "'log_destination', 'log_directory', 'log_file_mode', 'log_filename', 'log_rotation_age', "
          + "'log_rotation_size', 'log_truncate_on_rotation', 'logging_collector', "
          + "'pg_failover_slots.primary_dsn', 'pg_failover_slots.standby_slot_names', 'port', "
          + "'primary_conninfo', 'primary_slot_name', 'promote_trigger_file', 'recovery_end_command', "
          + "'recovery_min_apply_delay', 'recovery_target', 'recovery_target_action', "
          + "'recovery_target_inclusive', 'recovery_target_lsn', 'recovery_target_name', 'recovery_target_time', "
          + "'recovery_target_timeline', 'recovery_target_xid', 'restart_after_crash', 'restore_command', "
          + "'shared_preload_libraries', 'ssl', 'ssl_ca_file', 'ssl_cert_file', 'ssl_crl_file', "
          + "'ssl_dh_params_file', 'ssl_ecdh_curve', 'ssl_key_file', 'ssl_passphrase_command', "
          + "'ssl_passphrase_command_supports_reload', 'ssl_prefer_server_ciphers', 'stats_temp_directory', "
          + "'synchronized_standby_slots', 'synchronous_standby_names', 'syslog_facility', 'syslog_ident', "
          + "'syslog_sequence_numbers', 'syslog_split_messages', 'temp_tablespaces', 'unix_socket_directories', "
          + "'unix_socket_group', 'unix_socket_permissions'"
          + "]";

  /** No parameter is one of CloudNativePG's. */
  static final String NONE_FIXED = "!self.exists(name, name in " + FIXED + ")";

  /** The first of CloudNativePG's parameters, with its own message. */
  static final String FIXED_MESSAGE =
      "'parameters must not have ' + self.filter(name, name in "
          + FIXED
          + ")[0] + ': CloudNativePG sets it itself, or does not allow it (Can\\'t set fixed configuration parameter)'";

  /** The numbers of reserved connections, if they are given. */
  static final String RESERVED_NUMBERS =
      "(!('superuser_reserved_connections' in self) ||"
          + " self['superuser_reserved_connections'].matches('^([3-9]|[1-9][0-9]{1,3})$')) &&"
          + " (!('reserved_connections' in self) || self['reserved_connections'].matches('^(0|[1-9][0-9]{0,3})$'))";

  /** How many of a database d's connections are reserved: three for superusers by default. */
  static final String RESERVED_CONNECTIONS =
      "(has(d.parameters) && 'superuser_reserved_connections' in d.parameters &&"
          + " d.parameters['superuser_reserved_connections'].matches('^[0-9]{1,4}$') ?"
          + " int(d.parameters['superuser_reserved_connections']) : 3) + (has(d.parameters) && 'reserved_connections' in"
          + " d.parameters && d.parameters['reserved_connections'].matches('^[0-9]{1,4}$') ?"
          + " int(d.parameters['reserved_connections']) : 0)";

  /** Values that turn a setting off, in lower case. */
  private static final Set<String> OFF = Set.of("off", "false", "no", "0");

  private DatabaseParameters() {}

  /** Whether PostgreSQL answers a commit before it has written it. */
  static boolean commitsLater(Map<String, String> parameters) {
    return parameters != null
        && OFF.contains(
            parameters.getOrDefault("synchronous_commit", "on").toLowerCase(Locale.ROOT));
  }
}
