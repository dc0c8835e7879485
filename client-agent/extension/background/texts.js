import { language } from '../core/texts.js';
import { api } from './api.js';
import { memory } from './memory.js';

/** @type {Map<string, Promise<import('../core/texts.js').Texts>>} */
const loaded = new Map();

/** @returns {Promise<import('../core/texts.js').Texts>} in the language that the policy or the browser says */
export async function texts() {
    await memory.ready;
    const lang = language(memory.policy.language, api.i18n.getUILanguage());
    if (!loaded.has(lang)) {
        loaded.set(lang, load(lang));
    }
    return loaded.get(lang);
}

async function load(lang) {
    const file = await fetch(api.runtime.getURL(`_locales/${lang}/messages.json`));
    return { lang, messages: await file.json() };
}
