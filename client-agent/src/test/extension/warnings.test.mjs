import assert from 'node:assert/strict';
import test from 'node:test';
import { randomToken, Warnings } from '../../../extension/core/warnings.js';

const WARNING = { tab: 1, url: 'http://evil.example/', kind: 'listed', matches: [] };

test('knows a token in its own tab only', () => {
    const warnings = new Warnings();
    const { token } = warnings.add(WARNING);
    assert.equal(warnings.find(token, 1).url, WARNING.url);
    assert.equal(warnings.find(token, 2), null);
    assert.equal(warnings.find('', 1), null);
    assert.equal(warnings.find('0'.repeat(32), 1), null);
});

test('gives two events of one navigation the same token, and the newer facts', () => {
    const warnings = new Warnings();
    const first = warnings.add({ ...WARNING, isBehind: false });
    const second = warnings.add({ ...WARNING, isBehind: true });
    assert.equal(second.token, first.token);
    assert.equal(warnings.find(first.token, 1).isBehind, true);
    assert.notEqual(warnings.add({ ...WARNING, tab: 2 }).token, first.token);
});

test('is bounded, and goes and moves with its tab', () => {
    const warnings = new Warnings();
    const { token } = warnings.add(WARNING);
    warnings.moveTab(1, 9);
    assert.notEqual(warnings.find(token, 9), null);
    for (let n = 0; n < Warnings.MAX; n++) {
        warnings.add({ ...WARNING, url: `http://evil.example/${n}` });
    }
    assert.equal(warnings.find(token, 9), null);
    assert.equal(warnings.toJSON().length, Warnings.MAX);
    warnings.removeTab(1);
    assert.deepEqual(warnings.toJSON(), []);
});

test('survives the background as JSON', () => {
    const warnings = new Warnings();
    const { token } = warnings.add(WARNING);
    assert.equal(new Warnings(JSON.parse(JSON.stringify(warnings))).find(token, 1).url, WARNING.url);
});

test('draws tokens of 128 bits', () => {
    assert.match(randomToken(), /^[0-9a-f]{32}$/u);
    assert.notEqual(randomToken(), randomToken());
});

test('keeps the beginning of an address as long as a book, which cannot be opened again', () => {
    const warnings = new Warnings();
    const long = `http://evil.example/${'x'.repeat(2_000_000)}`;
    for (let i = 0; i < Warnings.MAX; i++) {
        warnings.add({ tab: i, url: long, page: long, kind: 'listed', matches: [] });
    }
    const { token } = warnings.add({ tab: 1, url: long, page: long, kind: 'listed', matches: [] });
    const kept = warnings.find(token, 1);
    assert.equal(kept.isCut, true);
    assert.ok(kept.url.startsWith('http://evil.example/x'));
    assert.ok(JSON.stringify(warnings).length < 5_000_000);
    const short = 'http://evil.example/';
    assert.equal(warnings.add({ tab: 2, url: short, page: short, kind: 'listed', matches: [] }).isCut, false);
});
