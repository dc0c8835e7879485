import assert from 'node:assert/strict';
import test from 'node:test';
import * as format from '../../main/console/core/format.js';
import { steps } from '../../main/console/core/plot.js';
import { link, parse } from '../../main/console/core/routes.js';
import { entry, shorten, shown, visible } from '../../main/console/core/shown.js';
import { StreamReader } from '../../main/console/core/stream.js';
import { feedState } from '../../main/console/pages/feeds.js';

test('spells out what hides, breaks or turns text', () => {
    assert.equal(visible('a\u202Eb\u0000\n\u2028\u200B'), 'a\\u{202E}b\\u{0}\\u{A}\\u{2028}\\u{200B}');
    assert.equal(visible('<img src=x> аррӏе'), '<img src=x> аррӏе');
    assert.equal(visible('\uD800'), '\\u{D800}');
});

test('cuts long text and keeps its end', () => {
    const cut = shorten(`${'a'.repeat(4096)}.exe`);
    assert.ok(cut.length < 420 && cut.endsWith('.exe') && cut.includes('(+3700)'));
    assert.equal(shorten('short'), 'short');
    assert.equal([...shown('😀'.repeat(1000), 40)].filter(char => char === '😀').length, 40);
});

test('shows the exact form without its blank', () => {
    assert.equal(entry(' host.example/page'), 'host.example/page');
});

test('keeps any name in an address', () => {
    for (const name of ['phishing', 'a/b', 'ü ?&#%', '%zz', '..']) {
        const { path, query } = parse(link(['lists', name], { q: 'a&b=#%', source: '' }));
        assert.deepEqual(path, ['lists', name]);
        assert.deepEqual([...query], [['q', 'a&b=#%']]);
    }
    assert.deepEqual(parse('').path, []);
    assert.deepEqual(parse('#/%E0%A4%A').path, ['%E0%A4%A']);
});

test('writes numbers and times as people read them', () => {
    assert.equal(format.bytes('en', 783), '783\u00A0B');
    assert.equal(format.bytes('en', 4_500), '4.5 kB');
    assert.equal(format.percent('en', 0.004), '0.4%');
    const now = Date.parse('2026-11-19T20:00:00Z');
    assert.equal(format.relative('en', '2026-11-19T19:55:01Z', now), '4 minutes ago');
    assert.equal(format.relative('de', '2026-11-21T20:00:00Z', now), 'übermorgen');
    assert.equal(format.relative('en', '2026-11-19T20:00:00Z', now), 'now');
    assert.equal(format.relative('en', '', now), '');
    assert.equal(format.daysUntil('2026-11-21T19:59:00Z', now), 1);
});

test('reads events however the stream is cut', () => {
    const text = 'retry: 3000\n\nid: 41\nevent: audit\ndata: {"number":41}\n\n: beat\n\nevent: job\ndata: a\ndata: b\n\n';
    for (let size = 1; size < text.length; size++) {
        const reader = new StreamReader();
        const found = [];
        for (let at = 0; at < text.length; at += size) {
            found.push(...reader.take(text.slice(at, at + size)));
        }
        assert.deepEqual(found, [{ id: '41', event: 'audit', data: '{"number":41}' }, { id: '', event: 'job', data: 'a\nb' }]);
    }
});

test('has round steps that hold everything', () => {
    for (const [lowest, highest] of [[0, 0], [0, 1], [-7, 3], [0, 1_234_567], [-40_000, 0]]) {
        const found = steps(lowest, highest);
        assert.ok(found[0] <= lowest && found.at(-1) >= highest && found.includes(0), `${lowest} ${highest}: ${found}`);
        assert.ok(found.length >= 2 && found.length < 9);
    }
});

test('knows the states of a feed', () => {
    const feed = { enabled: true, failures: 0, lastSuccess: 'b', lastChange: 'b' };
    assert.equal(feedState(feed), 'fresh');
    assert.equal(feedState({ ...feed, lastChange: 'a' }), 'unchanged');
    assert.equal(feedState({ ...feed, failures: 1 }), 'failed');
    assert.equal(feedState({ ...feed, failures: 1, lastSuccess: '' }), 'lost');
    assert.equal(feedState({ ...feed, lastSuccess: '', lastChange: '' }), 'waiting');
    assert.equal(feedState({ ...feed, enabled: false, failures: 3 }), 'off');
});
