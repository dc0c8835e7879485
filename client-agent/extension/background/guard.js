import { isWeb } from '../core/address.js';
import { decide } from '../core/decision.js';
import { api, pageUrl } from './api.js';
import { judge } from './judge.js';
import { memory } from './memory.js';

/**
 * Decides about an address in a tab, and makes the warning that takes its place.
 *
 * @param {{tab: number, url: string, isPage: boolean}} request
 * @returns {Promise<?{kind: 'listed'|'unchecked', answer: import('../core/answers.js').Answer}>} null: it may open
 */
export async function refusal(request) {
    await memory.ready;
    const answer = await judge.verdict(request.url);
    const kind = decide(answer, memory.policy, memory.exceptions, request);
    return kind === 'pass' ? null : { kind, answer };
}

/**
 * @param {{kind: 'listed'|'unchecked', answer: import('../core/answers.js').Answer}} refused
 * @param {{tab: number, url: string, page?: string, isBehind?: boolean}} place `page`: the page that the URL is a part of
 * @returns {string} the address of the warning page
 */
export function warningUrl({ kind, answer }, { tab, url, page = url, isBehind = false }) {
    const { token } = memory.warnings.add({
        tab, url, page, kind, isBehind,
        matches: answer.matches, reason: answer.reason, freshness: answer.freshness,
        issued: judge.facts.status?.latestIssued ?? null,
    });
    void memory.saveWarnings();
    // In the fragment: after a redirect, a browser hands an address without one the fragment of the address before.
    return `${pageUrl('warning')}#${token}`;
}

/** Turns a tab to the warning page, or to a blank one where the browser shows no page of ours (private windows). */
export async function turn(tab, url) {
    try {
        await api.tabs.update(tab, { url });
    } catch {
        await api.tabs.update(tab, { url: 'about:blank' }).catch(() => {}); // the tab is gone
    }
}

/**
 * Examines the page that a tab shows, or is about to show.
 *
 * @param {object} place
 * @param {number} place.tab
 * @param {string} place.url
 * @param {boolean} [place.isPart] whether it is in a frame
 * @param {boolean} place.isBehind whether it is in the history of the tab by now
 * @param {boolean} [place.isReturn] whether a person came back to it from its own warning, and so goes on back
 * @param {boolean} [place.isArriving] an open page that can no longer be checked stays; a new one is refused
 */
export async function examine({ tab, url, isPart = false, isBehind, isArriving = false, isReturn = false }) {
    if (tab < 0 || !isWeb(url)) {
        return;
    }
    const refused = await refusal({ tab, url, isPage: !isPart });
    if (refused !== null && (refused.kind === 'listed' || isArriving)) {
        if (isReturn && await goBack(tab)) {
            return;
        }
        const page = isPart ? (await api.tabs.get(tab).catch(() => null))?.url ?? url : url;
        await turn(tab, warningUrl(refused, { tab, url, page, isBehind }));
    }
}

/** @returns {Promise<boolean>} whether there was anything to go back to */
function goBack(tab) {
    return api.tabs.goBack(tab).then(() => true, () => false);
}
