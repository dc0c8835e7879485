import { hostOf } from './address.js';

/**
 * @param {string} url
 * @returns {?string} the same address without the characters that a filter of the browser reads as a pattern; null where
 *     its host has one, as no site needs
 */
export function literal(url) {
    return /[*^]/u.test(hostOf(url) ?? '') ? null : url.replaceAll('*', '%2A').replaceAll('^', '%5E');
}
