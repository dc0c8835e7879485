/**
 * The protection of a person in one word and one reason: the icon, the popup and the options say the same.
 *
 * @typedef {object} Facts
 * @property {boolean} host whether the native host runs
 * @property {boolean} agent whether the agent is connected
 * @property {boolean} silent whether it left the last question without an answer
 * @property {?object} status of the agent
 * @property {'full'|'limited'|'late'|'none'} rung
 * @property {boolean} proven whether the rung was tried
 *
 * @typedef {{level: 'on'|'part'|'off', reason: string}} Standing the reason is the name of a message
 */

/** @param {Facts} facts @returns {Standing} */
export function standing({ host, agent, silent, status, rung, proven }) {
    if (!host) {
        return { level: 'off', reason: 'standingNoHost' };
    }
    if (!agent) {
        return { level: 'off', reason: 'standingNoAgent' };
    }
    if (silent) {
        return { level: 'off', reason: 'standingSilent' };
    }
    if (status === null) {
        return { level: 'off', reason: 'standingStarting' };
    }
    if (status.state === 'not_enrolled') {
        return { level: 'off', reason: 'standingNotEnrolled' };
    }
    if (status.state !== 'protected' && status.state !== 'damaged') {
        return { level: 'off', reason: 'standingNotProtected' };
    }
    if (!proven) {
        return { level: 'part', reason: 'standingProving' };
    }
    if (rung === 'none') {
        return { level: 'off', reason: 'standingNoRung' };
    }
    if (status.freshness === 'expired') {
        return { level: 'part', reason: 'standingExpired' };
    }
    if (status.state === 'damaged') {
        return { level: 'part', reason: 'standingDamaged' };
    }
    if (rung === 'limited') {
        return { level: 'part', reason: 'standingLimited' };
    }
    if (rung === 'late') {
        return { level: 'part', reason: 'standingLate' };
    }
    return { level: 'on', reason: status.freshness === 'stale' ? 'standingStale' : 'standingFull' };
}
