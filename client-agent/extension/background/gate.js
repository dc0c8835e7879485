import { isWeb } from '../core/address.js';
import { literal } from '../core/literal.js';
import { api, pageUrl } from './api.js';
import { refusal, warningUrl } from './guard.js';

/**
 * The gate of the `limited` rung: a declarative rule sends every page that is opened by GET to a page of ours, which
 * asks, and then goes on. Other methods are not sent there, because they would lose what they carry.
 *
 * The rules are those of a session: the address of the gate page is a new one in each (`use_dynamic_url`), so that no
 * site can tell by it that we are here. A page opened before the background has started is noticed late.
 */

const GATE = 1;

/** Puts the gate in the way of all pages. @returns {Promise<boolean>} whether it stands */
export async function close() {
    try {
        await api.declarativeNetRequest.updateSessionRules({
            // Rules outlive the background: an id that is used twice would be refused, and the page wait.
            removeRuleIds: await ruleIds(),
            addRules: [{
                id: GATE,
                priority: 1,
                condition: { regexFilter: '^https?://.*$', resourceTypes: ['main_frame'], requestMethods: ['get'] },
                action: { type: 'redirect', redirect: { regexSubstitution: `${pageUrl('gate')}#\\0` } },
            }],
        });
        return true;
    } catch {
        return false;
    }
}

async function ruleIds(isWanted = () => true) {
    const rules = await api.declarativeNetRequest.getSessionRules();
    return rules.filter(isWanted).map(rule => rule.id);
}

/**
 * Answers the gate page of a tab.
 *
 * @returns {Promise<?string>} where it goes on to; null: nowhere
 */
export async function pass(tab, url) {
    if (!isWeb(url)) {
        return null;
    }
    const refused = await refusal({ tab, url, isPage: true });
    if (refused !== null) {
        return warningUrl(refused, { tab, url });
    }
    const exact = literal(url);
    if (exact !== null) {
        await letThrough(tab, exact);
    }
    return exact;
}

/**
 * Opens the gate for this address in this tab only: it may redirect to a listed one. A tab has one rule at most, since the
 * browser takes only so many, and a download leaves its own behind.
 */
async function letThrough(tab, url) {
    const id = GATE + 1 + crypto.getRandomValues(new Uint32Array(1))[0] % 0x3FFF_FFFF;
    await api.declarativeNetRequest.updateSessionRules({
        removeRuleIds: await rulesOf(tab),
        addRules: [{
            id,
            priority: 2,
            condition: {
                urlFilter: `|${url}|`, isUrlFilterCaseSensitive: true, tabIds: [tab], resourceTypes: ['main_frame'],
            },
            action: { type: 'allow' },
        }],
    });
}

function rulesOf(tab) {
    return ruleIds(rule => rule.condition.tabIds?.includes(tab));
}

/** Closes the gate of a tab once its page is there, or the tab is gone: the next address goes through it again. */
export async function shut(tab) {
    const removeRuleIds = await rulesOf(tab);
    if (removeRuleIds.length > 0) {
        await api.declarativeNetRequest.updateSessionRules({ removeRuleIds });
    }
}
