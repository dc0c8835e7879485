import assert from 'node:assert/strict';
import test from 'node:test';
import { AnswerCache, withoutFragment } from '../../../extension/core/cache.js';

const CLEAN = { verdict: 'clean', matches: [], reason: null, freshness: 'fresh' };

/** A judge that counts, and answers when it is told to. */
function judge(answer = CLEAN) {
    const asked = [];
    return { asked, ask: async url => { asked.push(url); return answer; } };
}

test('asks once for an address, whatever its fragment', async () => {
    const { asked, ask } = judge();
    const cache = new AnswerCache();
    await Promise.all([cache.answer('http://a.test/#1', ask), cache.answer('http://a.test/#2', ask)]);
    await cache.answer('http://a.test/', ask);
    assert.deepEqual(asked, ['http://a.test/']);
});

test('asks again after news, also for what was under way', async () => {
    const cache = new AnswerCache();
    let answerLate;
    const late = cache.answer('http://a.test/', () => new Promise(resolve => { answerLate = resolve; }));
    cache.clear();
    const { asked, ask } = judge({ ...CLEAN, verdict: 'listed' });
    assert.equal((await cache.answer('http://a.test/', ask)).verdict, 'listed');
    answerLate(CLEAN);
    assert.equal((await late).verdict, 'clean');
    assert.equal((await cache.answer('http://a.test/', ask)).verdict, 'listed');
    assert.equal(asked.length, 1);
});

test('keeps neither unknown nor unconfirmed answers', async () => {
    for (const answer of [
        { verdict: 'unknown', matches: [] },
        { verdict: 'listed', matches: [{ confirmed: true }, { confirmed: false }] },
    ]) {
        const { asked, ask } = judge(answer);
        const cache = new AnswerCache();
        await cache.answer('http://a.test/', ask);
        await cache.answer('http://a.test/', ask);
        assert.equal(asked.length, 2);
    }
});

test('forgets after a minute', async () => {
    let now = 0;
    const { asked, ask } = judge();
    const cache = new AnswerCache(() => now);
    await cache.answer('http://a.test/', ask);
    now = 59_999;
    await cache.answer('http://a.test/', ask);
    assert.equal(asked.length, 1);
    now = 60_000;
    await cache.answer('http://a.test/', ask);
    assert.equal(asked.length, 2);
});

test('is bounded, and loses the oldest first', async () => {
    const { asked, ask } = judge();
    const cache = new AnswerCache();
    for (let n = 0; n <= 1_000; n++) {
        await cache.answer(`http://a.test/${n}`, ask);
    }
    assert.equal(cache.size, 1_000);
    await cache.answer('http://a.test/1', ask);
    assert.equal(asked.length, 1_001);
    await cache.answer('http://a.test/0', ask);
    assert.equal(asked.length, 1_002);
});

test('cuts the fragment only', () => {
    assert.equal(withoutFragment('http://a.test/?q#x#y'), 'http://a.test/?q');
    assert.equal(withoutFragment('http://a.test/'), 'http://a.test/');
});

test('keeps nothing from a time that the clock says is to come', async () => {
    let now = 9_000_000;
    const cache = new AnswerCache(() => now);
    await cache.answer('http://a.test/', judge().ask);
    now = 5_000;
    const { asked, ask } = judge();
    await cache.answer('http://a.test/', ask);
    assert.deepEqual(asked, ['http://a.test/']);
});

test('keeps no answer by an address as long as a book', async () => {
    const cache = new AnswerCache();
    await cache.answer(`http://a.test/${'x'.repeat(2_000_000)}`, judge().ask);
    assert.equal(cache.size, 0);
});
