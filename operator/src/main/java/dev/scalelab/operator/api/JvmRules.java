package dev.scalelab.operator.api;

/**
 * Validation rules of the API server for what could set the heap, the number of processors and
 * other settings of a server beside their own fields: options of its Java virtual machine, and
 * environment variables. Those of variables are rules of the experiment's spec.
 */
final class JvmRules {
  /** Options that set the heap. */
  static final String HEAP = "X?m[sx][0-9]|XX:((Max|Min|Initial)(HeapSize|RAM)|[+]AggressiveHeap)";

  /** Options that set the number of processors. */
  static final String PROCESSORS = "XX:ActiveProcessorCount";

  /** Options that name a file with further options. */
  static final String FILES = "XX:(Flags|VMOptionsFile)=|XX:[+]ReadVMOptionsFile|Xoptionsfile";

  static final String FILES_MESSAGE =
      "jvmOptions must not name a file with further options (-XX:Flags, -XX:VMOptionsFile): give each option";

  /** System properties by which ScaleLab and the image's launcher configure the server. */
  static final String PROPERTIES =
      "D(scalelab[.]|env[.]|jboss[.](home|server|node|tx[.]node|http|https|management|jgroups|bind)[.])";

  static final String PROPERTIES_MESSAGE =
      "jvmOptions must not set a system property by which the server is configured (-Dscalelab., -Denv., and -Djboss. with"
          + " home, server, node, tx.node, http, https, management, jgroups and bind)";

  private static final String BUILT_IN =
      "self.workload.type == 'Custom' || !has(self.system.application.env) ||"
          + " !self.system.application.env.exists(v, v.name.matches('";

  private static final String OWN =
      "self.workload.type != 'Custom' || !has(self.system.application.env) ||"
          + " self.system.application.env.all(v, ";

  /** Variables that by their name have options for Java, whoever reads them. */
  static final String OPTIONS_BY_NAME =
      BUILT_IN
          + "^(_?([A-Z0-9]+_)*(JAVA|JVM|JDK|JRE)(_[A-Z0-9]+)*_(OPTIONS|OPTS|ARGS|FLAGS)|CLASSPATH|JAVA_HOME)$'))";

  static final String OPTIONS_BY_NAME_MESSAGE =
      "env must not have a variable with options for Java (JAVA_TOOL_OPTIONS, _JAVA_OPTIONS, JDK_JAVA_OPTIONS, JAVA_OPTS and the"
          + " like), CLASSPATH or JAVA_HOME: use system.application.jvmOptions, and heap and cpu for heap and processors";

  /** A rule of the variables: those that ScaleLab sets in servers of any workload. */
  static final String SET =
      "self.all(v, !v.name.matches('"
          + "^(DB_((CUSTOMER|CORPORATE|MANUFACTURING|SUPPLIER|STORE[2-5])_)?(READS_)?(HOST|PORT|NAME|USER|PASSWORD|ENABLED)"
          + "|WORKLOAD|POD_(NAME|IP)|CLUSTER_DNS|HEAP|ACTIVE_PROCESSORS|JAVA_OPTS_APPEND|LOG_LEVEL|PAGE|POOL_(MAX|MIN)_SIZE"
          + "|(SESSION|BEAN)_(COPIES|CACHE)|ENTITY_CACHE|SUPPLIER_URL|BOOKSTORE_STATE|CART_STATE_BYTES|BEAN_HANDLE|CELLS_TABLE"
          + "|PORTAL_(CACHE|LISTENERS|MAX_AGE_MILLIS|CUSTOMERS|STORES)|READS_REPLICAS|LOAD_AGENT_(PORT|CORES)|SERVER_NUMBER"
          + "|PARTITION|PARTITION_DOMAINS|PARTITIONS_URL|CALLS_BY_VALUE)$'))";

  static final String SET_MESSAGE = "env must not have a variable that ScaleLab sets itself";

  /**
   * Variables that ScaleLab sets in its own servers alone, or that their launcher, the shell or
   * WildFly itself reads.
   */
  static final String LAUNCHER =
      BUILT_IN
          + "^((WILDFLY|JBOSS|XA|TRANSACTION_LOG|INFINISPAN)_.*|TRANSACTION_LOG|SERVER_DIR|DATABASES|ONE_DATABASE"
          + "|WEB_(MAX_THREADS|QUEUE|LIMIT)|BEAN_(POOL|THREADS|QUEUE)|COLLECTOR|NEW_RATIO|ACCESS_LOG|SCREEN_HEAP|TIER|BEANS_URL"
          + "|DEFAULT_BEAN_CACHE|SHARED_CACHE_MODE|CLUSTERED|JOIN_TIMEOUT_MILLIS|JMS_CONNECTIONS"
          + "|STATE_STORE|SESSION_MANAGEMENT|ACCOUNT_CACHE|PORTAL_CACHE_COPIES|MALLOC_ARENA_MAX|PATH|LD_(PRELOAD|LIBRARY_PATH|AUDIT))$'))";

  static final String LAUNCHER_MESSAGE =
      "env must not have a variable by which the image's launcher or WildFly is configured (WILDFLY_..., JBOSS_...,"
          + " SERVER_DIR, PATH and the like): use the fields of system.application and system.state";

  /** In a user's own image, these may be the only way to set options: so they are compared. */
  static final String BY_VALUE =
      OWN
          + "!has(v.valueFrom) || !v.name.matches("
          + "'^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|IBM_JAVA_OPTIONS|OPENJ9_JAVA_OPTIONS)$'))";

  static final String BY_VALUE_MESSAGE =
      "env must give options for Java (JAVA_TOOL_OPTIONS and the like) by value, not by valueFrom: what they set is compared"
          + " with heap and cpu";

  private JvmRules() {}
}
