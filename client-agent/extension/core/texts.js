/**
 * Messages by name, from the files of `_locales`. The browser's own `i18n` cannot take another language than the
 * browser's, which a policy may want.
 *
 * @typedef {{lang: string, messages: Record<string, {message: string}>}} Texts
 */

const LANGUAGES = ['en', 'de'];

/**
 * @param {'browser'|'en'|'de'} wanted by the policy
 * @param {string} browsers the language of the browser, as `de-AT`
 * @returns {string} a folder of `_locales`
 */
export function language(wanted, browsers) {
    const tag = wanted === 'browser' ? browsers.toLowerCase().split(/[-_]/u, 1)[0] : wanted;
    return LANGUAGES.includes(tag) ? tag : LANGUAGES[0];
}

/**
 * @param {Texts} texts
 * @param {string} name
 * @param {Record<string, string>} [values] for `{name}` in the message
 * @returns {string} the name itself where there is no such message
 */
export function message({ messages }, name, values = {}) {
    const text = messages[name]?.message ?? name;
    return text.replace(/\{(\w+)\}/gu, (whole, key) => values[key] ?? whole);
}

/** @param {string} lang @param {number} seconds @returns {string} `10 minutes`, `1 Stunde` */
export function duration(lang, seconds) {
    const [unit, size] = [['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]]
        .find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1];
    return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

/** @param {string} lang @param {string|number|null} at @returns {?string} null where it is no time */
export function moment(lang, at) {
    const date = new Date(at ?? NaN);
    return Number.isNaN(date.getTime())
        ? null
        : new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' }).format(date);
}
