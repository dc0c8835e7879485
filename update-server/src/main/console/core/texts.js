import * as format from './format.js';
import { de } from '../texts/de.js';
import { en } from '../texts/en.js';

/** All that the console says, in the language of the browser or the one that somebody chose. */

export const LANGUAGES = { en, de };
const KEPT = 'bloomward-language';

/**
 * @param {?string} chosen
 * @param {readonly string[]} browsers as `navigator.languages`
 * @returns {string} one that we have
 */
export function choose(chosen, browsers) {
    return [chosen, ...browsers].filter(tag => tag !== null)
        .map(tag => tag.toLowerCase().split(/[-_]/u, 1)[0])
        .find(tag => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

/**
 * @param {string} lang
 * @param {string} key
 * @param {Record<string, string|number>} [values] for `{name}`; `{n}` chooses among the forms of a number
 * @returns {string} the key itself where there is no such text
 */
export function say(lang, key, values = {}) {
    let text = LANGUAGES[lang][key] ?? key;
    if (typeof text === 'object') {
        text = text[new Intl.PluralRules(lang).select(values.n)] ?? text.other;
    }
    return text.replace(/\{(\w+)\}/gu, (whole, name) => {
        const value = values[name];
        return value === undefined ? whole : typeof value === 'number' ? format.number(lang, value) : value;
    });
}

let current = 'en';

export function language() {
    return current;
}

/** Takes the language that was chosen earlier, or the browser's. */
export function startLanguage() {
    setLanguage(choose(localStorage.getItem(KEPT), navigator.languages));
}

export function keepLanguage(lang) {
    localStorage.setItem(KEPT, lang);
    setLanguage(lang);
}

function setLanguage(lang) {
    current = lang;
    document.documentElement.lang = lang;
}

/** A text in the language that is shown. */
export function t(key, values) {
    return say(current, key, values);
}

/** Whether there is a text: for codes of the server, which may know newer ones. */
export function has(key) {
    return Object.hasOwn(LANGUAGES[current], key);
}

/** A code of the server in words; the code itself where this console is older than the server. */
export function word(group, code) {
    const key = `${group}.${code}`;
    return has(key) ? t(key) : code;
}

export const number = value => format.number(current, value);
export const brief = value => format.brief(current, value);
export const percent = share => format.percent(current, share);
export const bytes = count => format.bytes(current, count);
export const moment = at => format.moment(current, at);
export const day = at => format.day(current, at);
export const hour = at => format.hour(current, at);
export const relative = (at, style) => format.relative(current, at, Date.now(), style);
