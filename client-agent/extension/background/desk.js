import { NoAnswer } from '../core/agent-port.js';
import { hostOf, isWeb, reportable } from '../core/address.js';
import { proceedSeconds } from '../core/decision.js';
import { randomToken } from '../core/warnings.js';
import { api, pageUrl } from './api.js';
import * as gate from './gate.js';
import { examine } from './guard.js';
import { showExceptions, standingNow } from './icon.js';
import { judge } from './judge.js';
import { memory } from './memory.js';
import { rung } from './rung.js';
import { texts } from './texts.js';

/**
 * Answers our own pages. The rights of a page depend on which page it is, in which tab; a page can ask, and the
 * decision is made here.
 */
const PAGES = {
    warning: { texts, warning: showWarning, back: goBack, retry, proceed, report: reportWarning },
    gate: { gate: goOn },
    popup: { texts, overview, revoke, report: reportTab, reports },
    options: { texts, overview, reports, prove },
    report: { texts, draft, preview, send },
};

/** The URLs of reports that are being written, by the token of their page. @type {Map<string, object>} */
const drafts = new Map();
const MAX_DRAFTS = 20;

/** The limit of the agent. */
const MAX_REPORT_URL = 2_048;
const MAX_COMMENT = 1_000;

export function listen() {
    api.runtime.onMessage.addListener((request, sender, respond) => {
        const action = actionFor(request, sender);
        if (action === null) {
            return false;
        }
        memory.ready
            .then(() => action(request, sender.tab?.id ?? -1))
            .then(respond, error => respond({ error: error instanceof NoAnswer ? error.code : 'failed' }));
        return true; // the answer comes later
    });
}

function actionFor(request, sender) {
    if (sender.id !== api.runtime.id || (sender.frameId ?? 0) !== 0 || typeof request?.ask !== 'string') {
        return null;
    }
    // By path: Chromium has two origins for us, one of them new in each session (`use_dynamic_url`).
    const { pathname } = new URL(sender.url ?? 'about:blank');
    const page = Object.keys(PAGES).find(name => pathname === `/pages/${name}.html`);
    return page !== undefined && Object.hasOwn(PAGES[page], request.ask) ? PAGES[page][request.ask] : null;
}

/** The warning of a token in its own tab, as its page shows it; without one, nothing but the policy's contact. */
function showWarning({ token }, tab) {
    const warning = memory.warnings.find(token, tab);
    const { publisher, contact, reports: mayReport } = memory.policy;
    if (warning === null) {
        return { warning: null, publisher, contact };
    }
    return {
        warning,
        publisher: publisher || (judge.facts.status?.origin ?? ''),
        contact,
        mayReport: mayReport && warning.kind === 'listed',
        proceedSeconds: canOpen(warning) ? proceedSeconds(warning.kind, memory.policy, warning.matches) : 0,
    };
}

/**
 * Leaves the warning. The page itself has tried to go back; nothing was there.
 */
async function goBack(_, tab) {
    const { windowId } = await api.tabs.get(tab);
    const others = await api.tabs.query({ windowId });
    if (others.length > 1) {
        await api.tabs.remove(tab);
    } else {
        await api.tabs.create({ windowId }); // the browser's own new page; closing the only tab would close the window
        await api.tabs.remove(tab);
    }
    return {};
}

function canOpen({ page, isCut }) {
    return isWeb(page) && !isCut;
}

/** Opens the warned address again, through the same check. */
async function retry({ token }, tab) {
    const warning = memory.warnings.find(token, tab);
    if (warning !== null && canOpen(warning)) {
        await open(tab, warning.page);
    }
    return {};
}

/** Opens a warned page for a time, if policy and agent let it. */
async function proceed({ token }, tab) {
    const warning = memory.warnings.find(token, tab);
    if (warning === null || !canOpen(warning)) {
        return { error: 'request' };
    }
    const seconds = proceedSeconds(warning.kind, memory.policy, warning.matches);
    if (seconds === 0) {
        return { error: 'policy' };
    }
    const granted = warning.kind === 'listed'
        ? await Promise.all(warning.matches.map(match => grant(tab, match, seconds)))
        : [{ tab, list: null, expression: hostOf(warning.page), until: Date.now() + seconds * 1_000 }];
    granted.forEach(exception => memory.exceptions.add(exception));
    await memory.saveExceptions();
    watchExceptions();
    await open(tab, warning.page);
    void showExceptions(tab);
    return {};
}

/** @returns {Promise<import('../core/exceptions.js').Exception>} rejects where the agent refuses */
async function grant(tab, { list, expression }, seconds) {
    const answer = await judge.request({ op: 'except', list, expression });
    const latest = Date.now() + seconds * 1_000;
    const until = Date.parse(answer.until);
    return { tab, list, expression, until: Number.isNaN(until) ? latest : Math.min(until, latest) };
}

async function open(tab, url) {
    try {
        await api.tabs.update(tab, { url, loadReplace: true }); // Firefox: the warning leaves the history
    } catch {
        await api.tabs.update(tab, { url });
    }
}

let endOfException;

/** Ends exceptions on time, and checks the pages that they kept open again. */
export function watchExceptions() {
    clearTimeout(endOfException);
    const tabs = new Set(memory.exceptions.toJSON().map(one => one.tab));
    const end = memory.exceptions.nextEnd();
    if (end !== null) {
        endOfException = setTimeout(async () => {
            watchExceptions();
            await memory.saveExceptions();
            tabs.forEach(recheck);
        }, Math.max(0, end - Date.now()) + 10);
    }
}

async function recheck(id) {
    await showExceptions(id);
    const tab = await api.tabs.get(id).catch(() => null);
    if (tab?.url) {
        await examine({ tab: id, url: tab.url, isBehind: true });
    }
}

async function goOn({ url }, tab) {
    void rung.gateIsSeen();
    return { url: await gate.pass(tab, url) };
}

/** Everything that popup and options show. */
async function overview({ tab: id }) {
    const tab = Number.isInteger(id) ? await api.tabs.get(id).catch(() => null) : null;
    return {
        standing: standingNow(),
        rung: { now: rung.now, proven: rung.proven },
        status: judge.facts.status,
        tests: judge.facts.tests,
        policy: memory.policy,
        version: api.runtime.getManifest().version,
        exceptions: tab === null ? [] : memory.exceptions.of(id),
        canReport: memory.policy.reports && tab !== null && isWeb(tab.url ?? ''),
        isPrivateAllowed: await api.extension.isAllowedIncognitoAccess(),
    };
}

async function revoke({ tab, list, expression }) {
    memory.exceptions.remove({ tab, list, expression });
    await memory.saveExceptions();
    await recheck(tab);
    return {};
}

async function prove() {
    await judge.hello();
    await rung.find();
    await judge.hello();
    return {};
}

async function reports() {
    const { reports: all } = await judge.request({ op: 'reports' });
    return { reports: Array.isArray(all) ? all : [] };
}

function reportWarning({ token }, tab) {
    const warning = memory.warnings.find(token, tab);
    return warning === null ? { error: 'request' } : write('wrong', warning.url);
}

async function reportTab({ tab: id }) {
    const tab = await api.tabs.get(id);
    return isWeb(tab.url ?? '') ? write('missed', tab.url) : { error: 'request' };
}

async function write(kind, url) {
    const token = randomToken();
    if (drafts.size >= MAX_DRAFTS) {
        drafts.delete(drafts.keys().next().value);
    }
    drafts.set(token, { kind, url });
    await api.tabs.create({ url: `${pageUrl('report')}#${token}` });
    return {};
}

function draft({ token }) {
    const found = drafts.get(token);
    if (found === undefined || !memory.policy.reports) {
        return { draft: null };
    }
    return {
        draft: { kind: found.kind, hasQuery: new URL(found.url).search !== '' },
        publisher: memory.policy.publisher || (judge.facts.status?.origin ?? ''),
    };
}

function preview(request) {
    return report(request, { preview: true });
}

async function send(request) {
    const answer = await report(request, {});
    if (answer.number !== undefined) {
        drafts.delete(request.token);
    }
    return answer;
}

/** Asks the agent to show exactly the report that would be sent, or to send it: both are made of the same fields here. */
async function report({ token, comment, withQuery }, how) {
    const found = drafts.get(token);
    if (found === undefined || !memory.policy.reports) {
        return { error: 'policy' };
    }
    const url = reportable(found.url, withQuery === true);
    if (url.length > MAX_REPORT_URL) {
        return { error: 'too_long' };
    }
    const text = String(comment ?? '').toWellFormed().slice(0, MAX_COMMENT);
    return judge.request({ op: 'report', kind: found.kind, url, comment: text, ...how });
}
