/**
 * The warnings that stand in tabs, by the random token in the address of their page. The address itself says nothing:
 * neither can a page be sent to a warning of a forger's making, nor does a URL get into the history.
 *
 * @typedef {object} Warning
 * @property {string} token
 * @property {number} tab
 * @property {string} url
 * @property {'listed'|'unchecked'} kind
 * @property {import('./answers.js').Match[]} matches
 * @property {?string} reason
 * @property {?string} freshness
 * @property {?string} issued when the lists were published
 * @property {string} page that the URL is a part of (a frame's page), else the same
 * @property {boolean} isCut whether `url` or `page` is only its beginning, so that it cannot be opened again
 * @property {boolean} isBehind whether the warned page is one step back in the history of the tab
 */
export class Warnings {
    static MAX = 200;

    /** All of them must fit into the session's storage, which takes 10 MB. */
    static #MAX_URL = 8_192;

    /** @type {Map<string, Warning>} */
    #byToken;
    #newToken;

    /** @param {Warning[]} [all] as {@link toJSON} gave them @param {() => string} [newToken] */
    constructor(all = [], newToken = randomToken) {
        this.#byToken = new Map(all.map(warning => [warning.token, warning]));
        this.#newToken = newToken;
    }

    /**
     * Two events of one navigation get the same warning, so that the tab goes to one address.
     *
     * @param {Omit<Warning, 'token' | 'isCut'>} asked
     * @returns {Warning}
     */
    add(asked) {
        const warning = cut(asked, Warnings.#MAX_URL);
        const same = [...this.#byToken.values()].find(
            one => one.tab === warning.tab && one.url === warning.url && one.kind === warning.kind);
        const token = same?.token ?? this.#newToken();
        this.#byToken.delete(token);
        if (this.#byToken.size >= Warnings.MAX) {
            this.#byToken.delete(this.#byToken.keys().next().value);
        }
        const added = { ...warning, token };
        this.#byToken.set(token, added);
        return added;
    }

    /** @returns {?Warning} null for another tab's token, too */
    find(token, tab) {
        const warning = this.#byToken.get(token);
        return warning?.tab === tab ? warning : null;
    }

    removeTab(tab) {
        for (const warning of [...this.#byToken.values()].filter(one => one.tab === tab)) {
            this.#byToken.delete(warning.token);
        }
    }

    moveTab(from, to) {
        for (const warning of this.#byToken.values()) {
            if (warning.tab === from) {
                warning.tab = to;
            }
        }
    }

    toJSON() {
        return [...this.#byToken.values()];
    }
}

function cut(warning, length) {
    const { url, page = url } = warning;
    const isCut = Math.max(url.length, page.length) > length;
    // A copy: an engine keeps the whole of a text for a slice of it.
    return isCut
        ? { ...warning, isCut, ...structuredClone({ url: url.slice(0, length), page: page.slice(0, length) }) }
        : { ...warning, isCut };
}

/** @returns {string} 128 random bits */
export function randomToken() {
    return [...crypto.getRandomValues(new Uint8Array(16))]
        .map(byte => byte.toString(16).padStart(2, '0')).join('');
}
