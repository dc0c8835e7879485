import assert from 'node:assert/strict';
import test from 'node:test';
import {
    beginnings, checkRequest, fingerprint, NO_POLICY, readAnswer, readPolicy, readTests,
} from '../../../extension/core/answers.js';

const LISTED = {
    v: 1, verdict: 'listed', list: 'phishing', version: 12, category: 'phishing', expression: 'evil.example/',
    scope: 'host', confirmed: true, reason: null, freshness: 'fresh', matches: [],
};

test('reads the strongest listing first and the others behind it', () => {
    const other = { ...LISTED, list: 'malware', confirmed: false, category: null };
    const answer = readAnswer({ ...LISTED, matches: [other] });
    assert.equal(answer.verdict, 'listed');
    assert.deepEqual(answer.matches.map(match => [match.list, match.confirmed]),
        [['phishing', true], ['malware', false]]);
});

test('takes a listing for confirmed only if the agent says so', () => {
    for (const confirmed of [null, undefined, 'true', 1]) {
        assert.equal(readAnswer({ ...LISTED, confirmed }).matches[0].confirmed, false);
    }
});

test('keeps a listing whose entry cannot be read', () => {
    const answer = readAnswer({ verdict: 'listed', list: null, expression: 7 });
    assert.deepEqual([answer.verdict, answer.matches], ['listed', []]);
});

test('takes whatever it does not know for unknown, never for clean', () => {
    for (const line of [{}, { verdict: 'fine' }, { verdict: null }, { verdict: 'CLEAN' }]) {
        assert.equal(readAnswer(line).verdict, 'unknown');
    }
});

test('takes the word of a reason', () => {
    assert.equal(readAnswer({ verdict: 'unknown', reason: 'no_data: nothing is installed' }).reason, 'no_data');
});

test('reads a policy, and the strict value of what it does not understand', () => {
    const policy = readPolicy({ proceedSeconds: 600, unknown: 'warn', subresources: true, reports: true });
    assert.deepEqual([policy.proceedSeconds, policy.unknown, policy.subresources], [600, 'warn', true]);
    assert.equal(readPolicy({ proceedSeconds: '600' }).proceedSeconds, 0);
    assert.equal(readPolicy({ proceedSeconds: -1 }).proceedSeconds, 0);
    assert.equal(readPolicy({ proceedSeconds: 1e9 }).proceedSeconds, 86_400);
    assert.deepEqual(readPolicy(undefined), NO_POLICY);
});

test('has test addresses only if both are there', () => {
    assert.equal(readTests({ listed: 'http://a.test/' }), null);
    assert.equal(readTests({ listed: 'http://a.test/', clean: 'http://b.test/' }).clean, 'http://b.test/');
});

test('cuts a long address behind what the agent reads of it', () => {
    const { url } = checkRequest(`http://evil.example/${'x'.repeat(1_000_000)}`);
    assert.equal(url.length, 32_768);
});

test('tells status answers apart by what changes verdicts, and by nothing else', () => {
    const status = { state: 'protected', sequence: 7, freshness: 'fresh', lists: [{ name: 'p', version: 1 }] };
    assert.equal(fingerprint({ ...status, checks: 1 }), fingerprint({ ...status, checks: 2 }));
    for (const change of [{ freshness: 'stale' }, { sequence: 8 }, { state: 'damaged' }, { damages: ['p'] },
        { lists: [{ name: 'p', version: 2 }] }]) {
        assert.notEqual(fingerprint({ ...status, ...change }), fingerprint(status));
    }
});

test('asks about the beginnings of an address that cannot be judged whole', () => {
    assert.deepEqual(beginnings(`http://a.example/dir/page?${'x'.repeat(20_000)}`),
        ['http://a.example/dir/page', 'http://a.example/dir/']);
    const long = `http://a.example/dir/${'x'.repeat(20_000)}`;
    assert.deepEqual(beginnings(`${long}?q`), [long, 'http://a.example/dir/']);
    assert.deepEqual(beginnings(long), ['http://a.example/dir/']);
    assert.deepEqual(beginnings('http://a.example/'), []);
    assert.deepEqual(beginnings(`http://${'x'.repeat(20_000)}/`), []);
});
