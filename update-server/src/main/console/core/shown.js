/** Texts of strangers, as they may be shown: entries, reasons, names and comments can hold anything. */

const MOST = 400;

/** @returns {string} with every character that hides, breaks or turns text spelt out */
export function visible(text) {
    return String(text).replace(/[\p{C}\p{Z}\u115F\u1160\u3164\uFFA0]/gu,
        char => char === ' ' ? char : `\\u{${char.codePointAt(0).toString(16).toUpperCase()}}`);
}

/** @returns {string} at most some 400 characters, the end kept because it tells file and type */
export function shorten(text, most = MOST) {
    const chars = [...text];
    const left = chars.length - most;
    if (left <= 0) {
        return text;
    }
    const end = Math.min(100, Math.floor(most / 4));
    return `${chars.slice(0, most - end).join('')} … (+${left}) … ${chars.slice(-end).join('')}`;
}

/** @returns {string} */
export function shown(text, most = MOST) {
    return shorten(visible(text), most);
}

/**
 * The exact form of an entry begins with a blank, which nobody sees.
 *
 * @returns {string}
 */
export function entry(expression, most = MOST) {
    return shown(expression.startsWith(' ') ? expression.slice(1) : expression, most);
}
