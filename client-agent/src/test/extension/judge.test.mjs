import assert from 'node:assert/strict';
import test from 'node:test';

/** The browser as far as the judge needs it: one native host, which the test plays, and an empty storage. */
const host = { sent: [] };
globalThis.chrome = {
    runtime: {
        connectNative: () => ({
            onMessage: { addListener: listener => { host.says = listener; } },
            onDisconnect: { addListener: listener => { host.ends = listener; } },
            postMessage: line => host.sent.push(line),
        }),
    },
    storage: { session: { get: async () => ({}), set: async () => {} }, local: { get: async () => ({}), set: async () => {} } },
};
const { judge } = await import('../../../extension/background/judge.js');

/** Lets everything run that waits for nothing but its turn. */
const turns = () => new Promise(resolve => setImmediate(resolve));
const lastQuestion = () => host.sent.filter(({ op }) => op === 'check').at(-1).id;

test('an agent that hangs is no protection, until it answers again', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    judge.open();
    host.says({ event: 'agent', state: 'connected' });
    host.says({ event: 'status', state: 'protected', freshness: 'fresh' });
    await turns();
    let changes = 0;
    judge.onChange = () => { changes++; };

    const verdict = judge.verdict('http://a.example/');
    context.mock.timers.tick(1_400);
    context.mock.timers.tick(100);
    assert.equal((await verdict).reason, 'slow');
    assert.equal(judge.facts.silent, true);
    assert.equal(changes, 1);

    const next = judge.verdict('http://b.example/');
    host.says({ id: lastQuestion(), verdict: 'clean' });
    await next;
    assert.equal(judge.facts.silent, false);
    assert.equal(changes, 2);
});

test('a listed page that opened before its answer came is looked for', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let late = 0;
    judge.onListedLate = () => { late++; };
    const verdict = judge.verdict('http://evil.example/');
    context.mock.timers.tick(1_400);
    context.mock.timers.tick(100);
    assert.equal((await verdict).reason, 'slow');
    host.says({ id: lastQuestion(), verdict: 'listed', list: 'phishing', expression: 'evil.example/' });
    assert.equal(late, 1);
    assert.equal(judge.facts.silent, false);

    const clean = judge.verdict('http://c.example/');
    context.mock.timers.tick(1_400);
    context.mock.timers.tick(100);
    await clean;
    host.says({ id: lastQuestion(), verdict: 'clean' });
    assert.equal(late, 1);
});

test('a hit is listed at the latest by its deadline, whether or not the server confirms it', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const verdict = judge.verdict('http://evil.example/first');
    assert.equal(host.sent.at(-1).offline, true);
    host.says({ id: lastQuestion(), verdict: 'listed', list: 'phishing', expression: 'evil.example/', confirmed: false });
    await turns();
    assert.equal(host.sent.at(-1).offline, undefined);
    context.mock.timers.tick(1_400);
    context.mock.timers.tick(100);
    const { verdict: word, matches } = await verdict;
    assert.equal(word, 'listed');
    assert.equal(matches[0].confirmed, false);
    assert.equal(judge.facts.silent, false);
});

test('a hit that the server denies is clean', async () => {
    const verdict = judge.verdict('http://evil.example/second');
    host.says({ id: lastQuestion(), verdict: 'listed', list: 'phishing', expression: 'evil.example/', confirmed: false });
    await turns();
    host.says({ id: lastQuestion(), verdict: 'clean' });
    assert.equal((await verdict).verdict, 'clean');
});

test('one hit waits for its confirmation, and no other', async () => {
    const hit = { verdict: 'listed', list: 'phishing', expression: 'evil.example/', confirmed: false };
    const first = judge.verdict('http://evil.example/third');
    host.says({ id: lastQuestion(), ...hit });
    await turns();
    const confirming = lastQuestion();
    const second = judge.verdict('http://evil.example/fourth');
    host.says({ id: lastQuestion(), ...hit });
    assert.equal((await second).matches[0].confirmed, false);
    host.says({ id: confirming, ...hit, confirmed: true });
    assert.equal((await first).matches[0].confirmed, true);
});

test('a listed page with too long a query is listed', async () => {
    const verdict = judge.verdict(`http://share.example/phish?${'x'.repeat(20_000)}`);
    host.says({ id: lastQuestion(), verdict: 'unknown', reason: 'unjudgeable: too long' });
    await turns();
    assert.equal(host.sent.at(-1).url, 'http://share.example/phish');
    const hit = { verdict: 'listed', list: 'phishing', expression: 'share.example/phish', confirmed: true };
    host.says({ id: lastQuestion(), ...hit });
    await turns();
    host.says({ id: lastQuestion(), ...hit });
    assert.equal((await verdict).verdict, 'listed');
});

test('an address that cannot be judged, and begins like a clean one, is not clean', async () => {
    const verdict = judge.verdict(`http://share.example/good?${'x'.repeat(20_000)}`);
    host.says({ id: lastQuestion(), verdict: 'unknown', reason: 'unjudgeable: too long' });
    await turns();
    host.says({ id: lastQuestion(), verdict: 'clean' });
    assert.equal((await verdict).reason, 'unjudgeable');
});

/** Asks about a page that this test alone uses, and has it answered. */
async function opened(url, answer) {
    const verdict = judge.verdict(url);
    host.says({ id: lastQuestion(), ...answer });
    return verdict;
}

test('an answer of an agent that is gone is not used again', async () => {
    const url = 'http://kept.example/';
    await opened(url, { verdict: 'clean' });
    const before = host.sent.length;
    assert.equal((await judge.verdict(url)).verdict, 'clean');
    assert.equal(host.sent.length, before, 'known for a moment');

    host.says({ event: 'agent', state: 'absent' });
    const verdict = await opened(url, { error: 'absent' });
    assert.deepEqual([verdict.verdict, verdict.reason], ['unknown', 'absent']);
});

test('an answer that came through a host that ended is not used again', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const url = 'http://ended.example/';
    await opened(url, { verdict: 'clean' });
    const before = host.sent.length;

    host.ends();
    const verdict = judge.verdict(url);
    if (host.sent.length > before) { // the next host, which is started at the earliest a second after the last one
        host.says({ id: lastQuestion(), error: 'absent' });
    }
    assert.equal((await verdict).reason, 'absent');
});
