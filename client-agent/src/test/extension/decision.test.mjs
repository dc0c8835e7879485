import assert from 'node:assert/strict';
import test from 'node:test';
import { NO_POLICY, unanswered } from '../../../extension/core/answers.js';
import { decide, proceedSeconds } from '../../../extension/core/decision.js';
import { Exceptions } from '../../../extension/core/exceptions.js';

const REQUEST = { tab: 1, url: 'http://evil.example/', isPage: true };
const MATCH = { list: 'phishing', expression: 'evil.example/', confirmed: false };
const LISTED = { verdict: 'listed', matches: [MATCH] };

function decided(answer, unknown = 'pass', all = []) {
    return decide(answer, { ...NO_POLICY, unknown }, new Exceptions(all, () => 0), REQUEST);
}

test('stops what is listed, confirmed or not, whatever the policy for unknown', () => {
    for (const unknown of ['pass', 'warn', 'block']) {
        assert.equal(decided(LISTED, unknown), 'listed');
        assert.equal(decided({ verdict: 'listed', matches: [] }, unknown), 'listed');
    }
});

test('passes what is clean, allowed or excepted', () => {
    assert.equal(decided({ verdict: 'clean', matches: [] }, 'block'), 'pass');
    assert.equal(decided({ verdict: 'allowed', matches: [] }, 'block'), 'pass');
    assert.equal(decided(LISTED, 'block', [{ ...MATCH, tab: 1, until: 1 }]), 'pass');
});

test('does with unknown what the policy says, for every reason', () => {
    for (const reason of ['absent', 'slow', 'expired', 'no_data', 'error']) {
        assert.equal(decided(unanswered(reason), 'pass'), 'pass');
        assert.equal(decided(unanswered(reason), 'warn'), 'unchecked');
        assert.equal(decided(unanswered(reason), 'block'), 'unchecked');
    }
});

test('opens an unchecked page by exception under warn, not under block', () => {
    const exception = { tab: 1, list: null, expression: 'evil.example', until: 1 };
    assert.equal(decided(unanswered('absent'), 'warn', [exception]), 'pass');
    assert.equal(decided(unanswered('absent'), 'block', [exception]), 'unchecked');
    assert.equal(decided(LISTED, 'warn', [exception]), 'listed');
});

test('lets nobody proceed where the policy does not', () => {
    const policy = { ...NO_POLICY, proceedSeconds: 600 };
    assert.equal(proceedSeconds('listed', policy, [MATCH]), 600);
    assert.equal(proceedSeconds('listed', policy, []), 0);
    assert.equal(proceedSeconds('listed', NO_POLICY, [MATCH]), 0);
    assert.equal(proceedSeconds('unchecked', { ...policy, unknown: 'block' }, []), 0);
    assert.equal(proceedSeconds('unchecked', { ...NO_POLICY, unknown: 'warn' }, []), 600);
});
