import { message } from '../core/texts.js';

/** Shared by all pages: asking the background, and putting text into places. */

const api = globalThis.browser ?? globalThis.chrome;

/**
 * @param {string} what an action of the background's desk
 * @param {object} [fields]
 * @returns {Promise<object>}
 */
export async function ask(what, fields = {}) {
    return await api.runtime.sendMessage({ ask: what, ...fields }) ?? { error: 'failed' };
}

/** @returns {string} the token in the address of this page */
export function token() {
    return location.hash.slice(1);
}

/** @param {string} id @returns {HTMLElement} */
export function at(id) {
    return document.getElementById(id);
}

/** Shows the elements, or hides them. */
export function show(isShown, ...ids) {
    for (const id of ids) {
        at(id).hidden = !isShown;
    }
}

/**
 * Loads the messages, and fills all elements that name one: `data-text`.
 *
 * @returns {Promise<{lang: string, say: (name: string, values?: object) => string}>}
 */
export async function speak() {
    const texts = await ask('texts');
    const say = (name, values) => message(texts, name, values);
    document.documentElement.lang = texts.lang;
    document.documentElement.dir = say('direction');
    for (const element of document.querySelectorAll('[data-text]')) {
        element.textContent = say(element.dataset.text);
    }
    return { lang: texts.lang, say };
}

/**
 * Adds a name and its value to a list of definitions.
 *
 * @param {HTMLElement} list
 * @param {string} name
 * @param {string} value
 * @param {boolean} [isForeign] whether the value comes from elsewhere: a URL, the name of a list
 */
export function addRow(list, name, value, isForeign = false) {
    const row = document.createElement('div');
    const term = document.createElement('dt');
    const description = document.createElement('dd');
    term.textContent = name;
    description.append(isForeign ? foreign(value) : value);
    row.append(term, description);
    list.append(row);
}

/** @returns {HTMLElement} text that cannot turn the text around it, and is not translated */
export function foreign(text) {
    const element = document.createElement('bdi');
    element.textContent = text;
    element.translate = false;
    element.className = 'foreign';
    return element;
}
