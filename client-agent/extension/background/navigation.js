import { isWeb } from '../core/address.js';
import { api } from './api.js';
import * as gate from './gate.js';
import { examine } from './guard.js';
import { rung } from './rung.js';

/** Tabs that show a warning. @type {Set<number>} */
const warned = new Set();
/** Tabs that came back from one, and are sent on. @type {Set<number>} */
const returning = new Set();

const WEB = ['http://*/*', 'https://*/*'];

/**
 * The second line, for pages that no request announces: a page from the service worker of its site or from the back/forward
 * cache, an address that a script changed, a tab that was open when its page was listed.
 */
export function listen() {
    listenToUnheld(true); // until the held requests are known
    api.webNavigation.onCommitted.addListener(details => {
        const isReturn = details.frameId === 0 && isBackFromWarning(details);
        void arrive(details, true, isReturn);
        if (isUnheld && details.frameId === 0 && isWeb(details.url)) {
            void gate.shut(details.tabId);
        }
    });
    api.webNavigation.onHistoryStateUpdated.addListener(details => void arrive(details, true));
    api.tabs.onUpdated.addListener((tab, { url }) => {
        if (url !== undefined && !returning.has(tab)) {
            void examine({ tab, url, isBehind: true });
        }
    });
    api.tabs.onRemoved.addListener(tab => {
        warned.delete(tab);
        returning.delete(tab);
        void gate.shut(tab);
    });
    api.tabs.onActivated.addListener(async ({ tabId }) => {
        const tab = await api.tabs.get(tabId).catch(() => null);
        void examineTab(tab);
    });
}

/** Whether there are listeners for requests that nothing holds. */
let isUnheld = false;

/** Where every request is held, such listeners do nothing, and cost time at each navigation. */
export async function listenAsTheRungNeeds() {
    listenToUnheld(!await rung.holds('POST'));
}

function listenToUnheld(wanted) {
    if (wanted === isUnheld) {
        return;
    }
    isUnheld = wanted;
    const { onBeforeNavigate } = api.webNavigation;
    const { onBeforeRequest } = api.webRequest;
    if (wanted) {
        onBeforeNavigate.addListener(noticeStart);
        onBeforeRequest.addListener(noticeForm, { urls: WEB, types: ['main_frame'] });
    } else {
        onBeforeNavigate.removeListener(noticeStart);
        onBeforeRequest.removeListener(noticeForm);
    }
}

/** A held navigation is asked about at this moment, too; a second warning would come on top of the first. */
async function noticeStart(details) {
    if (!await rung.holds()) {
        await arrive(details, false);
    }
}

async function arrive({ tabId: tab, frameId = 0, url, documentLifecycle }, isBehind, isReturn = false) {
    if (documentLifecycle !== 'prerender') {
        await examine({ tab, url, isPart: frameId !== 0, isBehind, isArriving: true, isReturn });
    }
}

/**
 * Notes the tabs that show a warning. From a warning that stands over the page it warns of, the browser's own button
 * leads back to that page, and another warning there would make a circle.
 */
function isBackFromWarning({ tabId, url, transitionQualifiers = [] }) {
    const hadWarning = warned.has(tabId);
    if (new URL(url).pathname === '/pages/warning.html' && !isWeb(url)) {
        warned.add(tabId);
    } else {
        warned.delete(tabId);
    }
    const isReturn = hadWarning && transitionQualifiers.includes('forward_back');
    if (isReturn) {
        returning.add(tabId);
    } else {
        returning.delete(tabId);
    }
    return isReturn;
}

/** The gate lets forms pass. They can only be noticed, and their answer page left. */
function noticeForm(details) {
    void noticeUnheldForm(details); // a browser that gets a promise might wait for it
}

async function noticeUnheldForm(details) {
    if (details.method !== 'GET' && await rung.holds() && !await rung.holds(details.method)) {
        await arrive(details, false);
    }
}

/** Examines every open tab: the lists have changed. */
export async function examineAll() {
    for (const tab of await api.tabs.query({})) {
        void examineTab(tab);
    }
}

async function examineTab(tab) {
    if (tab?.url) {
        await examine({ tab: tab.id, url: tab.url, isBehind: true });
    }
}
