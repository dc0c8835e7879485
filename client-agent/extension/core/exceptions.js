import { hostOf } from './address.js';

/** A clock that is corrected by a moment ends nothing; one that is set back ends all that was made after that time. */
const CORRECTION_MILLIS = 5_000;

/**
 * Addresses that a person chose to open in spite of a warning: per tab, per list and expression, and for a time. So the
 * choice for one page opens neither its neighbours on the same platform nor another tab.
 *
 * @typedef {object} Exception
 * @property {number} tab
 * @property {?string} list null: not a listing but an address that could not be checked
 * @property {string} expression for an address that could not be checked, its host
 * @property {number} until in milliseconds since 1970
 * @property {number} [from] when it was added
 */
export class Exceptions {
    /** @type {Exception[]} */
    #all;
    #now;

    /** @param {Exception[]} [all] as {@link toJSON} gave them */
    constructor(all = [], now = Date.now) {
        this.#all = all;
        this.#now = now;
    }

    /** @param {Exception} exception replaces the one for the same entry */
    add(exception) {
        this.remove(exception);
        this.#all.push({ ...exception, from: this.#now() });
    }

    /** @param {{tab: number, list: ?string, expression: string}} entry */
    remove({ tab, list, expression }) {
        this.#all = this.#all.filter(
            one => one.tab !== tab || one.list !== list || one.expression !== expression);
    }

    removeTab(tab) {
        this.#all = this.#all.filter(one => one.tab !== tab);
    }

    /** Moves the exceptions of a tab to the one that the browser put in its place. */
    moveTab(from, to) {
        this.#all = this.#all.map(one => one.tab === from ? { ...one, tab: to } : one);
    }

    /** @returns {Exception[]} those of a tab that still last */
    of(tab) {
        return this.#all.filter(one => one.tab === tab && this.#lasts(one));
    }

    /** @param {import('./answers.js').Match[]} matches @returns {boolean} whether every one of them is excepted */
    coverListing(tab, matches) {
        const lasting = this.of(tab);
        return matches.length > 0 && matches.every(match => lasting.some(
            one => one.list === match.list && one.expression === match.expression));
    }

    /**
     * @param {boolean} isPage whether it is the page of the tab. The parts of a page that a person opened unchecked
     *     come with it from whatever host; another page is asked about again.
     */
    coverUnchecked(tab, url, isPage) {
        const host = hostOf(url);
        return this.of(tab).some(one => one.list === null && (!isPage || one.expression === host));
    }

    #lasts({ from = -Infinity, until }) {
        const now = this.#now();
        return from - CORRECTION_MILLIS <= now && now < until;
    }

    /** @returns {?number} when the next one ends */
    nextEnd() {
        this.#all = this.#all.filter(one => this.#lasts(one));
        return this.#all.length === 0 ? null : Math.min(...this.#all.map(one => one.until));
    }

    toJSON() {
        return this.#all;
    }
}
