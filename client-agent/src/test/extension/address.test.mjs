import assert from 'node:assert/strict';
import test from 'node:test';
import { hostOf, isWeb, reportable, shorten, show, visible } from '../../../extension/core/address.js';
import { toUnicode } from '../../../extension/core/punycode.js';

test('shows an address that cannot be clicked', () => {
    const shown = show('https://user:secret@www.evil.example:8443/a?b#c');
    assert.equal(shown.host, 'www[.]evil[.]example');
    assert.equal(shown.full, 'hxxps://www[.]evil[.]example:8443/a?b');
});

test('shows the letters beside punycode, and decodes as browsers encode', () => {
    for (const host of ['bücher.example', 'παράδειγμα.test', '例え.test', 'münchen-ost.example', 'аррӏе.example']) {
        const { hostname } = new URL(`http://${host}/`);
        assert.match(hostname, /xn--/u);
        assert.equal(toUnicode(hostname), host);
        assert.equal(show(`http://${host}/`).unicodeHost, host.replaceAll('.', '[.]'));
    }
    assert.equal(show('http://plain.example/').unicodeHost, null);
});

test('leaves a label as it is that does not decode', () => {
    for (const label of ['xn--', 'xn--a-ÿ', 'xn--99999999999', 'xn--zzzzzzzzzzzzzzzzzzzz', 'xn--a b']) {
        assert.equal(toUnicode(`${label}.test`), `${label}.test`);
    }
});

test('spells out what hides, breaks or turns text', () => {
    assert.equal(visible('a\u202Eb\u200Bc\nd\u00A0e\uFEFFf\uD800'),
        'a\\u{202E}b\\u{200B}c\\u{A}d\\u{A0}e\\u{FEFF}f\\u{D800}');
    assert.equal(visible('Ein Wort, ΩЖ例'), 'Ein Wort, ΩЖ例');
});

test('shortens 16 KiB by the middle, and says by how much', () => {
    const long = `http://evil.example/${'x'.repeat(16_384)}/end.exe`;
    const { full } = show(long);
    assert.ok(full.length < 450);
    assert.ok(full.startsWith('hxxp://evil[.]example/xxx') && full.endsWith(long.slice(-100)));
    assert.match(full, /… \(\+\d+\) …/u);
    assert.equal(shorten('short'), 'short');
});

test('knows the addresses of pages', () => {
    assert.equal(isWeb('https://a.test/'), true);
    for (const url of ['about:blank', 'javascript:alert(1)', 'data:,x', 'file:///etc/passwd', 'no url', '']) {
        assert.equal(isWeb(url), false);
    }
    assert.equal(hostOf('http://A.test:80/'), 'a.test');
    assert.equal(hostOf('no url'), null);
});

test('reports an address without its secrets', () => {
    assert.equal(reportable('https://me:pw@evil.example/p?q=1#f', true), 'https://evil.example/p?q=1');
    assert.equal(reportable('https://me:pw@evil.example/p?q=1#f', false), 'https://evil.example/p');
});
