package dev.scalelab.operator.api;

/** Validation rules of the API server for folders that a container may write to. */
final class FolderRules {
  static final int MAX_FOLDERS = 8;
  static final int LONGEST = 128;

  /** An absolute path without empty parts, "." and "..". */
  static final String PATH = "^(/[.]?[A-Za-z0-9_-][A-Za-z0-9._-]*)+$";

  /** Each is in the list once, and in no other. */
  static final String APART =
      "self.all(one, self.exists_one(other, one == other || one.startsWith(other + '/')))";

  static final String APART_MESSAGE =
      "writableFolders must have each folder once, and no folder within another of them";

  /** No folder of the kernel, no folder that ScaleLab mounts, and none around these. */
  static final String FREE =
      "self.all(f, ['/tmp', '/etc/scalelab', '/proc', '/sys', '/dev'].all(taken, f != taken &&"
          + " !f.startsWith(taken + '/') && !taken.startsWith(f + '/')))";

  static final String FREE_MESSAGE =
      "writableFolders must not be, contain or be within /tmp and /etc/scalelab, which ScaleLab mounts, or /proc, /sys"
          + " and /dev";

  /** A rule of the experiment's spec. */
  static final String BESIDE_THE_SERVER =
      "self.workload.type == 'Custom' || !has(self.system.application.writableFolders) ||"
          + " self.system.application.writableFolders.all(f, f != '/opt' && ['/opt/wildfly', '/opt/scalelab'].all(own,"
          + " f != own && !f.startsWith(own + '/')))";

  static final String BESIDE_THE_SERVER_MESSAGE =
      "writableFolders must not be, contain or be within /opt/wildfly and /opt/scalelab unless the workload is Custom: the"
          + " server has its own folder there";

  /** A rule of the load generators. */
  static final String BESIDE_THE_GENERATOR =
      "self.all(f, f != '/opt' && f != '/opt/scalelab' && !f.startsWith('/opt/scalelab/'))";

  static final String BESIDE_THE_GENERATOR_MESSAGE =
      "writableFolders must not be, contain or be within /opt/scalelab, the load generator's own folder";

  private FolderRules() {}
}
