package bloomward.agent.browser.live;

/// Scripts that tests run in pages.
final class Pages {

    private Pages() {}

    /// The middle of an element, in the window, after it was brought there.
    static String middle(String selector) {
        return """
                (() => {
                  const element = document.querySelector('%s');
                  if (!element) throw new Error('no element %s');
                  element.scrollIntoView({block: 'center', behavior: 'instant'});
                  const box = element.getBoundingClientRect();
                  return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
                })()
                """.formatted(selector, selector.replace("'", ""));
    }
}
