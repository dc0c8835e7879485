import { toUnicode } from './punycode.js';

/** Longer ones are shown by their beginning and their end. */
const MAX_SHOWN = 400;

/**
 * A URL as a person reads it. Nothing of it can be clicked, copied into an address field by mistake, or turn the text
 * around it.
 *
 * @typedef {object} Shown
 * @property {string} scheme `hxxp` or `hxxps`
 * @property {string} host `evil[.]example`
 * @property {?string} unicodeHost the same in its own script, where it has `xn--` labels
 * @property {string} full everything, shortened
 */

/** @param {string} url @returns {Shown} */
export function show(url) {
    const parsed = parse(url);
    if (parsed === null) {
        return { scheme: '', host: '', unicodeHost: null, full: shorten(visible(url)) };
    }
    const scheme = parsed.protocol.replace('http', 'hxxp').replace('ws', 'wxs');
    const host = defang(parsed.hostname);
    const unicode = toUnicode(parsed.hostname);
    const rest = parsed.pathname + parsed.search;
    return {
        scheme: scheme.slice(0, -1),
        host,
        unicodeHost: unicode === parsed.hostname ? null : visible(defang(unicode)),
        full: shorten(`${scheme}//${host}${parsed.port === '' ? '' : `:${parsed.port}`}${visible(rest)}`),
    };
}

/** @returns {string} without the dots that make an address of it */
export function defang(host) {
    return host.replaceAll('.', '[.]');
}

/** @returns {?string} the host of a web address, else null */
export function hostOf(url) {
    return parse(url)?.hostname ?? null;
}

/** @returns {boolean} whether it is the address of a page that can be judged and opened */
export function isWeb(url) {
    const protocol = parse(url)?.protocol;
    return protocol === 'http:' || protocol === 'https:';
}

/** @returns {string} with every character that hides, breaks or turns text spelt out */
export function visible(text) {
    return text.replace(/[\p{C}\p{Z}\u115F\u1160\u3164\uFFA0]/gu,
        char => char === ' ' ? char : `\\u{${char.codePointAt(0).toString(16).toUpperCase()}}`);
}

/** @returns {string} at most some 400 characters, the end kept because it tells file and type */
export function shorten(text) {
    const chars = [...text];
    const left = chars.length - MAX_SHOWN;
    if (left <= 0) {
        return text;
    }
    return `${chars.slice(0, MAX_SHOWN - 100).join('')} … (+${left}) … ${chars.slice(-100).join('')}`;
}

/**
 * The part of an address that goes into a report.
 *
 * @param {boolean} withQuery whether to leave in the query
 * @returns {string} without user name, password and fragment
 */
export function reportable(url, withQuery) {
    const parsed = new URL(url);
    parsed.username = '';
    parsed.password = '';
    parsed.hash = '';
    if (!withQuery) {
        parsed.search = '';
    }
    return parsed.href;
}

function parse(url) {
    try {
        return new URL(url);
    } catch {
        return null;
    }
}
