package dev.scalelab.load.settings;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The table of all settings: as help on a terminal and as Markdown for documents. */
public final class SettingsTable {
  private SettingsTable() {}

  /** Plain text, one paragraph per setting. */
  public static String text() {
    return Arrays.stream(Setting.values())
        .map(
            setting ->
                "%-24s %s%n%24s   %s; default: %s; must be: %s%n"
                    .formatted(
                        setting,
                        setting.meaning(),
                        "",
                        setting.unit(),
                        fallback(setting),
                        setting.rule()))
        .collect(Collectors.joining());
  }

  /** A Markdown table, one row per setting. */
  public static String markdown() {
    return Arrays.stream(Setting.values())
        .map(
            setting ->
                "| `%s` | %s | %s | %s | %s |%n"
                    .formatted(
                        setting,
                        setting.meaning(),
                        setting.unit(),
                        setting.defaultValue() == null || setting.defaultValue().isEmpty()
                            ? fallback(setting)
                            : "`" + setting.defaultValue() + "`",
                        setting.rule()))
        .collect(
            Collectors.joining(
                "",
                "| variable | meaning | unit | default | must be |%n|---|---|---|---|---|%n"
                    .formatted(),
                ""));
  }

  private static String fallback(Setting setting) {
    if (setting.defaultValue() == null) {
      return "required";
    }
    return setting.defaultValue().isEmpty() ? "none" : setting.defaultValue();
  }
}
