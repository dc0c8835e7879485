package bloomward.agent.cli.check;

import bloomward.format.url.UrlExpressions;

/// A canonical form: as an agent sent it, or as it lies in the buffer of the reader that made it. Of a million URLs that
/// only pass through, no text is made.
sealed interface CanonicalUrl {

    String text();

    /// A form that was received.
    record Received(String text) implements CanonicalUrl {}

    /// The form that a reader made last; gone when it reads the next URL.
    record Read(UrlExpressions url) implements CanonicalUrl {

        @Override
        public String text() {
            return url.canonical();
        }
    }
}
