import assert from 'node:assert/strict';
import test from 'node:test';
import { standing } from '../../../extension/core/standing.js';

const GOOD = {
    host: true, agent: true, silent: false, status: { state: 'protected', freshness: 'fresh' }, rung: 'full', proven: true,
};

test('says protected only if everything is proven and in place', () => {
    assert.deepEqual(standing(GOOD), { level: 'on', reason: 'standingFull' });
    const cases = [
        [{ host: false }, 'off', 'standingNoHost'],
        [{ agent: false }, 'off', 'standingNoAgent'],
        [{ silent: true }, 'off', 'standingSilent'],
        [{ status: null }, 'off', 'standingStarting'],
        [{ status: { state: 'not_enrolled' } }, 'off', 'standingNotEnrolled'],
        [{ status: { state: 'not_protected' } }, 'off', 'standingNotProtected'],
        [{ status: { state: 'something new' } }, 'off', 'standingNotProtected'],
        [{ proven: false }, 'part', 'standingProving'],
        [{ rung: 'none' }, 'off', 'standingNoRung'],
        [{ rung: 'limited' }, 'part', 'standingLimited'],
        [{ rung: 'late' }, 'part', 'standingLate'],
        [{ status: { state: 'damaged', freshness: 'fresh' } }, 'part', 'standingDamaged'],
        [{ status: { state: 'protected', freshness: 'expired' } }, 'part', 'standingExpired'],
        [{ status: { state: 'protected', freshness: 'stale' } }, 'on', 'standingStale'],
    ];
    for (const [change, level, reason] of cases) {
        assert.deepEqual(standing({ ...GOOD, ...change }), { level, reason });
    }
});
