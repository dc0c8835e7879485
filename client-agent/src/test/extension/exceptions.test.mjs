import assert from 'node:assert/strict';
import test from 'node:test';
import { Exceptions } from '../../../extension/core/exceptions.js';

const ENTRY = { tab: 1, list: 'phishing', expression: 'evil.example/', until: 1_000 };

function at(now, all = [ENTRY]) {
    return new Exceptions(all, () => now);
}

test('covers its entry in its tab until it ends', () => {
    assert.equal(at(999).coverListing(1, [ENTRY]), true);
    assert.equal(at(1_000).coverListing(1, [ENTRY]), false);
    assert.equal(at(999).coverListing(2, [ENTRY]), false);
    assert.equal(at(999).coverListing(1, [{ ...ENTRY, list: 'malware' }]), false);
    assert.equal(at(999).coverListing(1, [{ ...ENTRY, expression: 'evil.example/other' }]), false);
});

test('does not cover a URL of which one match is not excepted, or none is known', () => {
    const other = { ...ENTRY, list: 'malware' };
    assert.equal(at(0).coverListing(1, [ENTRY, other]), false);
    assert.equal(at(0, [ENTRY, other]).coverListing(1, [ENTRY, other]), true);
    assert.equal(at(0).coverListing(1, []), false);
});

test('covers an unchecked page of its host, and the parts of it from any', () => {
    const exceptions = at(0, [{ tab: 1, list: null, expression: 'good.example', until: 1_000 }]);
    assert.equal(exceptions.coverUnchecked(1, 'http://good.example/x', true), true);
    assert.equal(exceptions.coverUnchecked(1, 'http://other.example/', true), false);
    assert.equal(exceptions.coverUnchecked(1, 'http://other.example/', false), true);
    assert.equal(exceptions.coverUnchecked(2, 'http://good.example/', true), false);
});

test('replaces, removes, follows the tab and goes with it', () => {
    const exceptions = at(0);
    exceptions.add({ ...ENTRY, until: 2_000 });
    assert.deepEqual(exceptions.of(1).map(one => one.until), [2_000]);
    exceptions.moveTab(1, 9);
    assert.equal(exceptions.coverListing(9, [ENTRY]), true);
    exceptions.remove({ ...ENTRY, tab: 9 });
    assert.deepEqual(exceptions.of(9), []);
    exceptions.add(ENTRY);
    exceptions.removeTab(1);
    assert.deepEqual(exceptions.toJSON(), []);
});

test('tells the next end, and drops what has ended', () => {
    const exceptions = at(1_000, [ENTRY, { ...ENTRY, tab: 2, until: 5_000 }, { ...ENTRY, tab: 3, until: 3_000 }]);
    assert.equal(exceptions.nextEnd(), 3_000);
    assert.equal(exceptions.toJSON().length, 2);
    assert.equal(at(9_000).nextEnd(), null);
});

test('survives the background as JSON', () => {
    const copy = new Exceptions(JSON.parse(JSON.stringify(at(0))), () => 0);
    assert.equal(copy.coverListing(1, [ENTRY]), true);
});

test('ends when the clock is set back: a minute must not become a year', () => {
    let now = 50_000;
    const exceptions = new Exceptions([], () => now);
    exceptions.add({ ...ENTRY, until: 60_000 });
    assert.equal(exceptions.of(1).length, 1);
    now = 40_000;
    assert.deepEqual(exceptions.of(1), []);
    assert.equal(exceptions.nextEnd(), null);
});
