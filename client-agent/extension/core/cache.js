/** The number of answers that are kept: a few pages with all that they load. */
const MAX_ANSWERS = 1_000;

/** Browsers take addresses of two million characters, and a page can make as many as it likes. */
const MAX_KEY = 8_192;

/** The agent may learn more without any news of its lists: a confirmation, or the end of one. */
const MAX_AGE_MILLIS = 60_000;

/**
 * Answers by URL, for a moment and in memory only. A question that is under way is shared. An answer that the agent
 * may soon improve on (unknown, not confirmed) is shared, but not kept.
 */
export class AnswerCache {
    #now;
    /** @type {Map<string, {answer: import('./answers.js').Answer, until: number}>} */
    #answers = new Map();
    /** @type {Map<string, Promise<import('./answers.js').Answer>>} */
    #underWay = new Map();

    constructor(now = Date.now) {
        this.#now = now;
    }

    /**
     * @param {string} url
     * @param {(url: string) => Promise<import('./answers.js').Answer>} ask never rejects
     * @returns {Promise<import('./answers.js').Answer>}
     */
    answer(url, ask) {
        const key = withoutFragment(url);
        const kept = this.#answers.get(key);
        if (kept !== undefined && this.#isFresh(kept)) {
            return Promise.resolve(kept.answer);
        }
        return this.#underWay.get(key) ?? this.#ask(key, ask);
    }

    /** An end further away than any was made before the clock was set back. */
    #isFresh({ until }) {
        const left = until - this.#now();
        return left > 0 && left <= MAX_AGE_MILLIS;
    }

    #ask(key, ask) {
        const answers = this.#answers;
        const question = ask(key).then(answer => {
            if (this.#underWay.get(key) === question) {
                this.#underWay.delete(key);
            }
            // `clear` puts a new map in place: an answer to an earlier question is not kept after it.
            if (answers === this.#answers && key.length <= MAX_KEY && isLasting(answer)) {
                this.#keep(key, answer);
            }
            return answer;
        });
        this.#underWay.set(key, question);
        return question;
    }

    #keep(key, answer) {
        this.#answers.delete(key);
        if (this.#answers.size >= MAX_ANSWERS) {
            this.#answers.delete(this.#answers.keys().next().value); // a Map has its oldest entry first
        }
        this.#answers.set(key, { answer, until: this.#now() + MAX_AGE_MILLIS });
    }

    /** Forgets everything, open questions included. */
    clear() {
        this.#answers = new Map();
        this.#underWay = new Map();
    }

    get size() {
        return this.#answers.size;
    }
}

function isLasting(answer) {
    return answer.verdict !== 'unknown' && answer.matches.every(match => match.confirmed);
}

/** @returns {string} the URL as a server sees it */
export function withoutFragment(url) {
    const hash = url.indexOf('#');
    return hash < 0 ? url : url.slice(0, hash);
}
