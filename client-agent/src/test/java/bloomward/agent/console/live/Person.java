package bloomward.agent.console.live;

import bloomward.agent.browser.live.Tab;
import bloomward.agent.browser.live.Until;
import java.io.IOException;

/// Somebody at a tab with the console. Controls are found as a person finds them, by their text or label; what a page of a
/// certain state must have is waited for.
final class Person {

    /// The dialog on top, or else the page.
    private static final String PLACE = "([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body)";

    private final Office office;
    private final String token;
    Tab tab;

    Person(Office office, Tab tab, String token) {
        this.office = office;
        this.tab = tab;
        this.token = token;
    }

    void signIn() throws Exception {
        signInOn("document.querySelector('.card [type=\"password\"]')");
        Until.is("the shell", () -> has("document.querySelector('#nav')"));
    }

    /// Answers the dialog that an ended session shows.
    void signInAgain() throws Exception {
        signInOn("document.querySelector('dialog[open] [type=\"password\"]')");
        Until.is("the end of the dialog", () -> !has("document.querySelector('dialog [type=\"password\"]')"));
    }

    /// Answers that dialog with a token that no longer counts.
    Person signInRefused() throws Exception {
        signInOn("document.querySelector('dialog[open] [type=\"password\"]')");
        return this;
    }

    private void signInOn(String field) throws Exception {
        office.turnTo(this);
        Until.is("the sign-in", () -> has(field));
        tab.evaluate(field + ".focus()");
        tab.type(token);
        tab.press("Enter");
    }

    /// Another tab of the same person.
    Person another() throws Exception {
        return new Person(office, office.browser.openBeside(tab, office.console().toString()), token);
    }

    /// Opens a page of the console and waits until it has its content.
    Person open(String route) throws Exception {
        office.turnTo(this);
        tab.evaluate("void (location.hash = '#/" + route + "')");
        return settle();
    }

    /// Loads the page anew.
    Person reload() throws Exception {
        tab.evaluate("window.isOld = true");
        tab.reload();
        Until.is("the page anew", () -> has("!window.isOld && document.querySelector('#nav')"));
        return settle();
    }

    Person settle() {
        Until.is("the page", () -> has("document.querySelector('.page .panel, .page .notice, .page > p > a')")
                && !has("document.querySelector('.page > .quiet:only-child, [aria-busy=\"true\"]')"));
        return this;
    }

    boolean has(String expression) throws IOException, InterruptedException {
        return tab.evaluate("!!(" + expression + ")").asBoolean();
    }

    String text() throws IOException, InterruptedException {
        return tab.text();
    }

    Person sees(String text) throws Exception {
        office.turnTo(this);
        Until.holds("'" + text + "'", this::text, page -> page.contains(text));
        return this;
    }

    Person seesNot(String text) throws Exception {
        office.turnTo(this);
        Until.holds("no '" + text + "'", this::text, page -> !page.contains(text));
        return this;
    }

    /// Clicks a button or link with exactly this text, of the dialog on top if there is one.
    Person click(String text) throws Exception {
        office.turnTo(this);
        Until.holds("the button '" + text + "'", () -> {
            boolean found = has("(() => { document.querySelector('[data-aim]')?.removeAttribute('data-aim');"
                    + "const found = [..." + PLACE + ".querySelectorAll('button, a, summary')].find(one => "
                    + "(one.innerText.trim() === " + quoted(text) + " || one.getAttribute('aria-label') === "
                    + quoted(text) + ") && one.offsetParent !== null && one.getAttribute('aria-disabled') !== 'true');"
                    + "found?.setAttribute('data-aim', ''); return found; })()");
            if (found) {
                tab.click("[data-aim]");
            }
            return found ? "" : text();
        }, String::isEmpty);
        return this;
    }

    /// Types into the field with this label, of the dialog on top if there is one.
    Person fill(String label, String text) throws Exception {
        office.turnTo(this);
        Until.is("the field '" + label + "'", () -> has(field(label)));
        tab.evaluate("(() => { const one = " + field(label) + "; one.focus(); one.select?.(); })()");
        tab.type(text);
        return this;
    }

    Person choose(String label, String value) throws Exception {
        Until.is("the choice '" + label + "'", () -> has(field(label)));
        tab.evaluate("(() => { const one = " + field(label) + "; one.value = " + quoted(value)
                + "; one.dispatchEvent(new Event('change', {bubbles: true})); })()");
        return this;
    }

    Person check(String label) throws Exception {
        Until.is("the box '" + label + "'", () -> has(field(label)));
        tab.evaluate(field(label) + ".click()");
        return this;
    }

    private static String field(String label) {
        return "(() => { const label = [..." + PLACE
                + ".querySelectorAll('label')].find(one => one.innerText.trim() === " + quoted(label)
                + "); return label ? document.getElementById(label.htmlFor) : [..." + PLACE
                + ".querySelectorAll('[aria-label]')].find(one => one.getAttribute('aria-label') === " + quoted(label)
                + "); })()";
    }

    /// The name of whatever has the focus.
    String focused() throws IOException, InterruptedException {
        return tab.evaluate("document.activeElement === document.body ? 'nothing'"
                + " : document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText.trim()")
                .asText();
    }

    private static String quoted(String text) {
        try {
            return Office.JSON.writeValueAsString(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
