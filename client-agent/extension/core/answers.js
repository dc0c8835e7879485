/**
 * The lines of the agent (LOCAL-API.md) as values that the rest relies on. A field of another type than promised is
 * treated as absent: the agent is trusted for its verdict, not for being bug-free.
 *
 * @typedef {object} Match
 * @property {string} list
 * @property {?number} version
 * @property {string} expression
 * @property {?string} category null where the listing is not confirmed
 * @property {boolean} confirmed
 *
 * @typedef {object} Answer
 * @property {'clean'|'listed'|'allowed'|'unknown'} verdict
 * @property {Match[]} matches the strongest first; empty unless listed
 * @property {?string} reason for unknown: the word before the colon, or `absent`, `slow`, `error`
 * @property {?string} freshness
 *
 * @typedef {object} Policy
 * @property {number} proceedSeconds 0: listed pages cannot be opened
 * @property {'pass'|'warn'|'block'} unknown
 * @property {boolean} subresources
 * @property {string} publisher
 * @property {string} contact
 * @property {'browser'|'en'|'de'} language
 * @property {boolean} reports
 *
 * @typedef {object} Tests
 * @property {string} listed
 * @property {string} clean
 */

/** Longer addresses are cut: the agent reads the first 16,384 bytes, and knows by the rest only that there is more. */
const MAX_SENT = 32_768;

/** @type {Readonly<Policy>} in force until an agent has told its own */
export const NO_POLICY = Object.freeze({
    proceedSeconds: 0, unknown: 'pass', subresources: false, publisher: '', contact: '', language: 'browser',
    reports: false,
});

/** @returns {Answer} the answer for a question without one */
export function unanswered(reason) {
    return { verdict: 'unknown', matches: [], reason, freshness: null };
}

/** @returns {object} the request that asks about a URL */
export function checkRequest(url) {
    return { op: 'check', url: url.slice(0, MAX_SENT) };
}

/** Escaped in its canonical form, each character may take three bytes of the 16,384 that an agent reads. */
const MAX_BEGINNING = 5_000;

/**
 * A query of any length changes no page for the server that ignores it, and entries for a whole folder or a page with
 * whatever query hold for its beginning.
 *
 * @param {string} url one that cannot be judged
 * @returns {string[]} parts of it that may be, the longest first
 */
export function beginnings(url) {
    const page = url.split('?', 1)[0];
    const folder = page.slice(0, MAX_BEGINNING).replace(/[^/]*$/u, '');
    const hasHost = folder.split('/').length > 3;
    return [page, folder].filter((one, at) => one !== url && (at === 0 || one !== page && hasHost));
}

/** @returns {Answer} */
export function readAnswer(line) {
    const freshness = text(line.freshness);
    switch (line.verdict) {
        case 'clean':
        case 'allowed':
            return { verdict: line.verdict, matches: [], reason: null, freshness };
        case 'listed': {
            const others = Array.isArray(line.matches) ? line.matches : [];
            const matches = [line, ...others].map(readMatch).filter(match => match !== null);
            // Listed by an entry that cannot be read is listed all the same; there is only nothing to except.
            return { verdict: 'listed', matches, reason: null, freshness };
        }
        default:
            return { ...unanswered(reasonWord(line)), freshness };
    }
}

function reasonWord(line) {
    return text(line.reason)?.split(':', 1)[0] ?? 'error';
}

/** @returns {?Match} */
function readMatch(match) {
    if (typeof match?.list !== 'string' || typeof match.expression !== 'string') {
        return null;
    }
    return {
        list: match.list,
        version: Number.isSafeInteger(match.version) ? match.version : null,
        expression: match.expression,
        category: text(match.category),
        confirmed: match.confirmed === true,
    };
}

/** @returns {Policy} the strict value for every field that says nothing readable */
export function readPolicy(policy) {
    const seconds = policy?.proceedSeconds;
    return {
        proceedSeconds: Number.isSafeInteger(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : 0,
        unknown: oneOf(policy?.unknown, ['pass', 'warn', 'block']),
        subresources: policy?.subresources === true,
        publisher: text(policy?.publisher) ?? '',
        contact: text(policy?.contact) ?? '',
        language: oneOf(policy?.language, ['browser', 'en', 'de']),
        reports: policy?.reports === true,
    };
}

/** @returns {?Tests} null where the agent has no data to test with */
export function readTests(tests) {
    return typeof tests?.listed === 'string' && typeof tests.clean === 'string'
        ? { listed: tests.listed, clean: tests.clean }
        : null;
}

/** @returns {string} equal for two status answers by which every verdict stays the same */
export function fingerprint(status) {
    const lists = (status.lists ?? []).map(list => [list.name, list.version]);
    return JSON.stringify([status.state, status.sequence, status.freshness, lists, status.damages ?? []]);
}

function text(value) {
    return typeof value === 'string' ? value : null;
}

function oneOf(value, words) {
    return words.includes(value) ? value : words[0];
}
