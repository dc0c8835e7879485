package bloomward.format.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Laws that hold for every input. A broken law is an assertion error that says nothing of the input; the caller knows
/// it.
final class UrlLaws {

    private final UrlExpressions urls = new UrlExpressions();
    private final UrlExpressions others = new UrlExpressions();
    private final Form form = new Form(Rules.BROWSERS);
    private final Canonicalizer allRules = new Canonicalizer(Rules.BROWSERS, form);

    /// All laws.
    ///
    /// @return the kind of answer to the input: the refusal, or numbers of expressions and properties of the form
    Object hold(byte[] url) {
        Optional<Unjudgeable> refused = aFormOrAReason(url);
        readAgainGivesTheSame(url);
        bothPassesAgree(url);
        textAndBytesAgree(url);
        expressionsAreAsDefined(url);
        return refused.isPresent()
                ? refused.get()
                : List.of(urls.count(), urls.schemePrefix(), urls.canonical().contains("%"));
    }

    /// Anything can be read; the result is one line of visible ASCII within the limit, or a reason.
    Optional<Unjudgeable> aFormOrAReason(byte[] url) {
        byte[] before = url.clone();
        Optional<Unjudgeable> refused = urls.read(url);
        assertThat(url).as("the input").isEqualTo(before);
        if (refused.isEmpty()) {
            assertThat(urls.canonical()).matches("(https?|wss?|ftp)://[!-~&&[^/\\\\?@#]]+/[!-~&&[^#]]*");
            assertThat(urls.canonical().length()).isLessThanOrEqualTo(UrlExpressions.MAX_LENGTH);
            assertThat(urls.canonical()).isEqualTo(urls.schemePrefix() + urls.exact().shown());
        } else if (urls.count() > 0) {
            assertThat(refused.get()).isIn(Unjudgeable.TOO_LONG, Unjudgeable.DOTS);
            assertThat(urls.canonical()).matches("[a-z]+://[^/?]+/");
            assertThat(others.read(urls.canonical())).isEmpty();
            assertThat(expressions(urls)).isEqualTo(expressions(others).subList(0, others.count() - 1));
        }
        return refused;
    }

    void readAgainGivesTheSame(byte[] url) {
        if (urls.read(url).isEmpty()) {
            String canonical = urls.canonical();
            assertThat(others.read(canonical.getBytes(US_ASCII))).as(canonical).isEmpty();
            assertThat(others.canonical()).isEqualTo(canonical);
            assertThat(expressions(others)).isEqualTo(pathsOfCanonicalForm());
            assertThat(IntStream.range(0, others.count())).as("what browsers request is the canonical form")
                    .allMatch(others::isSure);
            // The exact form without its mark has no scheme, and means the same page.
            assertThat(others.read(urls.buffer(), 1, urls.end() - 1)).isEmpty();
            assertThat(others.exact()).isEqualTo(urls.exact());
        }
    }

    /// All expressions but those of directories that the path leaves by escaped dots.
    private List<String> pathsOfCanonicalForm() {
        List<String> expressions = new ArrayList<>(expressions(urls));
        int left = urls.count() - others.count();
        expressions.subList(expressions.size() - 1 - left, expressions.size() - 1).clear();
        return expressions;
    }

    /// [UrlExpressions] decides by itself which pass to take; [Canonicalizer] is the one with all rules.
    void bothPassesAgree(byte[] url) {
        Optional<Unjudgeable> refused = urls.read(url);
        int from = 0;
        int to = url.length;
        while (from < to && url[from] >= 0 && url[from] <= ' ') {
            from++;
        }
        while (from < to && url[to - 1] >= 0 && url[to - 1] <= ' ') {
            to--;
        }
        if (refused.isEmpty()) {
            assertThat(allRules.read(url, from, to)).isEmpty();
            assertThat(form.scheme.prefix()).isEqualTo(urls.schemePrefix());
            assertThat(form.end).isEqualTo(urls.end());
            assertThat(Arrays.equals(form.buffer, 1, form.end, urls.buffer(), 1, urls.end())).as("same bytes").isTrue();
        } else if (refused.get() != Unjudgeable.TOO_LONG) {
            assertThat(allRules.read(url, from, to)).isEqualTo(refused);
        }
    }

    void textAndBytesAgree(byte[] url) {
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(url)).toString();
        } catch (CharacterCodingException e) {
            text = new String(url, ISO_8859_1);
        }
        Optional<Unjudgeable> refused = urls.read(text.getBytes(UTF_8));
        assertThat(others.read(text)).isEqualTo(refused);
        assertThat(expressions(others)).isEqualTo(expressions(urls));
    }

    /// Every expression is a suffix of the host, cut at a dot, with a prefix of path and query, cut at a slash or the
    /// question mark.
    void expressionsAreAsDefined(byte[] url) {
        if (urls.read(url).isPresent()) {
            return;
        }
        assertThat(others.read(urls.canonical())).isEmpty();
        assertThat(expressions(urls)).doesNotHaveDuplicates();
        List<String> expressions = pathsOfCanonicalForm();
        String whole = urls.exact().shown();
        assertThat(expressions.removeLast()).isEqualTo(" " + whole);
        String host = whole.substring(0, whole.indexOf('/'));
        String path = whole.substring(host.length());
        String pathOnly = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
        assertThat(expressions).hasSizeBetween(1, 132);
        assertThat(expressions.getFirst()).isEqualTo(whole);
        assertThat(expressions).contains(host + "/", host + pathOnly);
        Set<String> suffixes = new HashSet<>();
        for (String expression : expressions) {
            String suffix = expression.substring(0, expression.indexOf('/'));
            String prefix = expression.substring(suffix.length());
            suffixes.add(suffix);
            assertThat(suffix.equals(host) || (host.endsWith("." + suffix) && suffix.contains(".")))
                    .as("host of " + expression)
                    .isTrue();
            assertThat(path).startsWith(prefix);
            assertThat(
                    prefix.equals(path) || prefix.equals(pathOnly) || (prefix.endsWith("/") && !prefix.contains("?")))
                    .as("path of " + expression)
                    .isTrue();
        }
        assertThat(expressions.size() % suffixes.size()).as("each host with every path").isZero();
        if (host.startsWith("[") || isIpv4(host)) {
            assertThat(suffixes).containsExactly(host);
        } else {
            int labels = host.split("\\.").length;
            assertThat(suffixes).hasSize(Math.clamp(labels - 1, 1, 12));
        }
        leftDirectoriesAreBelowTheSameHosts(suffixes, expressions.size());
    }

    private void leftDirectoriesAreBelowTheSameHosts(Set<String> suffixes, int from) {
        int left = urls.count() - 1 - from;
        assertThat(left % suffixes.size()).as("each host with every directory").isZero();
        assertThat(left / suffixes.size()).isLessThanOrEqualTo(32);
        for (int i = from; i < urls.count() - 1; i++) {
            String expression = urls.expression(i).text();
            assertThat(expression).matches("[^/]+(/[^/?]+){1,8}/");
            assertThat(suffixes).contains(expression.substring(0, expression.indexOf('/')));
            assertThat(urls.isSure(i)).as(expression).isFalse();
        }
    }

    private static boolean isIpv4(String host) {
        return host.matches("([0-9]{1,3}\\.){3}[0-9]{1,3}") && Arrays.stream(host.split("\\."))
                .allMatch(
                        word -> word.equals(Integer.toString(Integer.parseInt(word))) && Integer.parseInt(word) <= 255);
    }

    private static List<String> expressions(UrlExpressions urls) {
        return IntStream.range(0, urls.count()).mapToObj(i -> urls.expression(i).text()).toList();
    }
}
