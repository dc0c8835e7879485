import { api } from './api.js';
import { refusal, warningUrl } from './guard.js';
import { memory } from './memory.js';
import { probe } from './probe.js';

/**
 * The first line: no request leaves before the agent has answered. It works where the browser gives extensions
 * `webRequestBlocking`, which Chromium does only for those that a policy installed.
 */

const WEB = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'];
/** `object` is also the page in an `<object>` or `<embed>`, which is a frame in all but name. */
const PAGES = ['main_frame', 'sub_frame', 'object'];

export function listen() {
    api.webRequest.onBeforeRequest.addListener(onRequest, { urls: WEB, types: PAGES }, ['blocking']);
    api.webRequest.onBeforeRequest.addListener(
        onProbe, { urls: ['http://*.listed.bloomward.test/*'], types: ['xmlhttprequest', 'other'] }, ['blocking']);
}

/** Begins or ends asking about the parts of pages. A listener costs time at each request, so there is one only if needed. */
export function listenToParts(wanted) {
    const { onBeforeRequest } = api.webRequest;
    if (wanted && !onBeforeRequest.hasListener(onPart)) {
        onBeforeRequest.addListener(onPart, { urls: WEB, types: partTypes() }, ['blocking']);
    } else if (!wanted) {
        onBeforeRequest.removeListener(onPart);
    }
}

/**
 * All that this browser knows but pages, which the other listener has: each would wait for both. Each browser has types that the
 * others refuse to be told, as Firefox has `beacon`.
 */
function partTypes() {
    return Object.values(api.webRequest.ResourceType).filter(type => !PAGES.includes(type));
}

async function onRequest({ url, tabId: tab, type, documentLifecycle }) {
    const isPage = type === 'main_frame';
    const refused = await refusal({ tab, url, isPage });
    if (refused === null) {
        return {};
    }
    // Nobody sees a page that is only prepared; it is asked about again when it is opened.
    return isPage && tab >= 0 && documentLifecycle !== 'prerender'
        ? { redirectUrl: warningUrl(refused, { tab, url }) }
        : { cancel: true };
}

async function onPart(details) {
    const { url, tabId: tab } = details;
    if (url === probe.url) {
        return {};
    }
    return await refusal({ tab, url, isPage: false }) === null ? {} : { cancel: true };
}

/** Stops our own request for the listed test address, see {@link probe}, and leaves the requests of others alone. */
async function onProbe({ url, tabId: tab }) {
    await memory.ready;
    return url === probe.url && await refusal({ tab, url, isPage: false }) !== null ? { cancel: true } : {};
}
