/**
 * Addresses within the console: `#/lists/phishing?tab=entries`. They stand behind the `#`, so that no server sees what
 * somebody looks at.
 *
 * @typedef {{path: string[], query: URLSearchParams}} Place
 */

/** @param {string} hash as `location.hash` @returns {Place} */
export function parse(hash) {
    const [path, query = ''] = hash.replace(/^#\/?/u, '').split(/\?(.*)/su);
    return { path: path.split('/').filter(part => part !== '').map(decode), query: new URLSearchParams(query) };
}

/**
 * @param {string[]} path
 * @param {Record<string, string|number|undefined|null>} [query] what is empty is left out
 * @returns {string}
 */
export function link(path, query = {}) {
    const parameters = new URLSearchParams(Object.entries(query)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => [name, String(value)]));
    const end = parameters.size === 0 ? '' : `?${parameters}`;
    return `#/${path.map(encodeURIComponent).join('/')}${end}`;
}

function decode(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part; // not written by us; there is no such page then
    }
}
