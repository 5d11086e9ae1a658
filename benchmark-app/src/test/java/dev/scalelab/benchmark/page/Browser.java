package dev.scalelab.benchmark.page;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import org.awaitility.core.ConditionTimeoutException;
import org.openqa.selenium.By;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real headless browser, which sees the page as a user does. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Two requests, each of which the page gives 15 s. */
  private static final Duration LOADING = Duration.ofSeconds(40);

  private static final int ATTEMPTS = 3;

  /** Until the driver answers, on a full machine. */
  private static final Duration START = Duration.ofSeconds(120);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final ChromeDriver driver;

  Browser() {
    // Options required for tests that run as root in a container: no sandbox, no shared memory.
    ChromeOptions options =
        new ChromeOptions()
            .addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    options.setBinary("/usr/bin/chromium");
    // Set explicitly, so that nothing is searched on the network.
    System.setProperty(ChromeDriverService.CHROME_DRIVER_EXE_PROPERTY, "/usr/bin/chromedriver");
    ChromeDriverService service = new ChromeDriverService.Builder().withTimeout(START).build();
    driver = new ChromeDriver(service, options);
    driver.manage().timeouts().pageLoadTimeout(PATIENCE);
  }

  /**
   * Opens an address and waits until its transactions, or an error, are shown. Like a user it
   * reloads a page that shows neither, and prints what that one showed.
   */
  void open(String address) {
    for (int attempt = 1; ; attempt++) {
      driver.get(address);
      try {
        awaitShown(
            "forms, or an error",
            LOADING,
            () -> !names().isEmpty() || !text("#trouble:not(.unsent)").isEmpty());
        break;
      } catch (AssertionError e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        System.err.println("opened again: " + e.getMessage());
      }
    }
    awaitShown(
        "the session's pod",
        () -> !text("#trouble").isEmpty() || !text("#session-pod").equals("…"));
  }

  /** Opens an address, and waits until its trouble is shown. */
  String troubleAt(String address) {
    driver.get(address);
    awaitShown("its trouble", () -> !text("#trouble").isEmpty());
    return text("#trouble");
  }

  /** From now on requests for addresses that match the pattern fail. */
  void block(String pattern) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(pattern)));
  }

  /** Opens another server's page with the browser's session, as behind a balancer. */
  void openWithSession(String address) {
    Set<Cookie> cookies = driver.manage().getCookies();
    // A browser accepts cookies only for the current address.
    open(address);
    cookies.forEach(
        cookie -> driver.manage().addCookie(new Cookie(cookie.getName(), cookie.getValue())));
    open(address);
  }

  /** The transactions on the page, in their order. */
  List<String> names() {
    return driver.findElements(By.cssSelector("form[data-transaction]")).stream()
        .map(form -> form.getDomAttribute("data-transaction"))
        .toList();
  }

  /** Runs a transaction with the values in its form, and returns the latest response's text. */
  String run(String name) {
    WebElement button = driver.findElement(By.cssSelector(form(name) + " button"));
    button.click();
    awaitShown(name + " has run", button::isEnabled);
    return text("#answers li:first-child");
  }

  /** Types a value into an input of a transaction. */
  void type(String transaction, String input, String value) {
    WebElement field = input(transaction, input);
    field.clear();
    field.sendKeys(value);
  }

  /** Clicks the element of a selector. */
  void click(String selector) {
    driver.findElement(By.cssSelector(selector)).click();
  }

  /** The visible text of the first element of a selector; empty if no element matches. */
  String text(String selector) {
    return driver.findElements(By.cssSelector(selector)).stream()
        .findFirst()
        .map(WebElement::getText)
        .orElse("");
  }

  /** The value of an input of a transaction. */
  String value(String transaction, String input) {
    return input(transaction, input).getDomProperty("value");
  }

  private WebElement input(String transaction, String input) {
    return driver.findElement(By.cssSelector(form(transaction) + " input[name='" + input + "']"));
  }

  private static String form(String transaction) {
    return "form[data-transaction='" + transaction + "']";
  }

  /** Waits for content that the page is about to show; otherwise fails with what it shows. */
  void awaitShown(String what, Callable<Boolean> condition) {
    awaitShown(what, PATIENCE, condition);
  }

  private void awaitShown(String what, Duration patience, Callable<Boolean> condition) {
    try {
      awaitTrue(what, patience, condition);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "%s%n%s shows: %s%nthe browser's log: %s"
              .formatted(
                  e.getMessage(),
                  driver.getCurrentUrl(),
                  driver.getPageSource(),
                  driver.manage().logs().get(LogType.BROWSER).getAll()),
          e);
    }
  }

  /** Waits for something outside of the page. */
  static void awaitTrue(String what, Callable<Boolean> condition) {
    awaitTrue(what, PATIENCE, condition);
  }

  private static void awaitTrue(String what, Duration patience, Callable<Boolean> condition) {
    await().alias(what).atMost(patience).pollInterval(BETWEEN_LOOKS).until(condition);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
