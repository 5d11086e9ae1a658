package dev.scalelab.benchmark.page;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.openqa.selenium.By;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A real headless browser, which sees the page as a user does. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final WebDriver driver;

  Browser() {
    // Options required for tests that run as root in a container: no sandbox, no shared memory.
    ChromeOptions options =
        new ChromeOptions()
            .addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    options.setBinary("/usr/bin/chromium");
    // Set explicitly, so that nothing is searched on the network.
    System.setProperty(ChromeDriverService.CHROME_DRIVER_EXE_PROPERTY, "/usr/bin/chromedriver");
    driver = new ChromeDriver(options);
    driver.manage().timeouts().pageLoadTimeout(PATIENCE);
  }

  /** Opens an address and waits until its transactions, or an error, are shown. */
  void open(String address) {
    driver.get(address);
    awaitTrue("forms, or an error", () -> !names().isEmpty() || !text("#trouble").isEmpty());
    awaitTrue(
        "the session's pod",
        () -> !text("#trouble").isEmpty() || !text("#session-pod").equals("…"));
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
    awaitTrue(name + " has run", button::isEnabled);
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

  /** Waits for content that the page is about to show. */
  static void awaitTrue(String what, Callable<Boolean> condition) {
    await().alias(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(condition);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
