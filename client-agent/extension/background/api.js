/** The browser's interface: Firefox calls it `browser`, Chromium `chrome`; both return promises in Manifest V3. */
export const api = globalThis.browser ?? globalThis.chrome;

/** @returns {string} the address of a page of ours */
export function pageUrl(name) {
    return api.runtime.getURL(`pages/${name}.html`);
}
