import { randomToken } from '../core/warnings.js';
import { api } from './api.js';

/** How the browsers name a request that an extension cancelled. */
const CANCELLED = ['net::ERR_BLOCKED_BY_CLIENT', 'NS_ERROR_ABORT'];

/** The event of a failure may come after the failure itself. */
const EVENT_MILLIS = 1_000;

/** Proves that listed pages do not open, by asking for an address that every list has for this purpose. */
export const probe = {
    /** The address on trial. @type {?string} */
    url: null,

    run,
};

/** @param {string} listed the address @returns {Promise<boolean>} whether the request ended before it left */
async function run(listed) {
    // A name of its own each time, so that no other request is taken for it.
    const url = `${listed}?${randomToken()}`;
    let note;
    const error = new Promise(resolve => {
        note = details => details.url === url && resolve(details.error);
    });
    const { onErrorOccurred } = api.webRequest;
    onErrorOccurred.addListener(note, { urls: ['http://*.listed.bloomward.test/*'] });
    probe.url = url;
    try {
        await fetch(url, { cache: 'no-store', credentials: 'omit' });
        return false;
    } catch {
        return CANCELLED.includes(await within(EVENT_MILLIS, error));
    } finally {
        probe.url = null;
        onErrorOccurred.removeListener(note);
    }
}

function within(millis, promise) {
    return Promise.race([promise, new Promise(resolve => setTimeout(resolve, millis))]);
}
