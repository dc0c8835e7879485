import { readAnswer } from './answers.js';

/** The time for which a page waits for its verdict. A browser itself waits without end, or lets a request go. */
export const CHECK_MILLIS = 1_500;

/**
 * The end of a deadline is waited for separately: on a busy machine a timer may fire late, and before an answer that
 * arrived in time.
 */
const LAST_CALL_MILLIS = 100;

/**
 * A host that was just started has said nothing yet: it says first of all whether it has the agent, and only then a
 * deadline begins. On a busy machine a process takes longer to start than a question to be answered.
 */
const START_MILLIS = 5_000;

/** The pause between two attempts to start the native host: a missing one is not looked for at each request. */
const PAUSE_MILLIS = 1_000;

/** Nobody answered: `absent` (no agent, or no host), `slow` (the deadline passed) or `error` (the agent said no). */
export class NoAnswer extends Error {
    /** @param {string} reason @param {string} [code] of the agent's error @param {string} [message] */
    constructor(reason, code = reason, message = reason) {
        super(message);
        this.reason = reason;
        this.code = code;
    }
}

/**
 * One connection to the agent through the native host. Every question is answered: by the agent, by its deadline, or
 * when the connection ends.
 */
export class AgentPort {
    #connect;
    #onEvent;
    #onClosed;
    #now;
    #port = null;
    #triedAt = -Infinity;
    #isHeard = false;
    #nextId = 1;
    /** @type {Map<number, {resolve: Function, reject: Function, millis: number, timer: *}>} */
    #waiting = new Map();

    /**
     * @param {object} parts
     * @param {() => object} parts.connect gives a port as `runtime.connectNative` does
     * @param {(line: object) => void} parts.onEvent takes lines that answer no question
     * @param {(message: string) => void} parts.onClosed told once for each port that ended
     * @param {() => number} [parts.now] in milliseconds
     */
    constructor({ connect, onEvent, onClosed, now = Date.now }) {
        this.#connect = connect;
        this.#onEvent = onEvent;
        this.#onClosed = onClosed;
        this.#now = now;
    }

    /** Starts the native host, unless it runs or was tried a moment ago. @returns {boolean} whether there is a port */
    open() {
        if (this.#port !== null) {
            return true;
        }
        if (Math.abs(this.#now() - this.#triedAt) < PAUSE_MILLIS) { // a clock may be set back
            return false;
        }
        this.#triedAt = this.#now();
        const port = this.#connect();
        this.#port = port;
        this.#isHeard = false;
        port.onMessage.addListener(line => this.#take(line));
        // `port.error` is Firefox's; Chromium has runtime.lastError, which the caller of `connect` reads.
        port.onDisconnect.addListener(ended => this.#closed(port, ended?.error?.message ?? ''));
        return true;
    }

    /**
     * @param {object} request without its id
     * @param {number} millis the deadline
     * @returns {Promise<object>} the agent's line; rejected with {@link NoAnswer}
     */
    ask(request, millis) {
        if (!this.open()) {
            return Promise.reject(new NoAnswer('absent'));
        }
        const id = this.#nextId++;
        return new Promise((resolve, reject) => {
            const question = { resolve, reject, millis, timer: undefined };
            this.#limit(id, question, this.#isHeard ? millis : Math.max(millis, START_MILLIS));
            this.#waiting.set(id, question);
            try {
                this.#port.postMessage({ ...request, id });
            } catch {
                this.#end(id)?.reject(new NoAnswer('absent'));
            }
        });
    }

    #limit(id, question, millis) {
        clearTimeout(question.timer);
        question.timer = setTimeout(() => {
            question.timer = setTimeout(() => this.#end(id)?.reject(new NoAnswer('slow')), LAST_CALL_MILLIS);
        }, millis - LAST_CALL_MILLIS);
    }

    /** Sends a request that is answered by events. @param {object} request without its id */
    tell(request) {
        this.#port?.postMessage({ ...request, id: this.#nextId++ });
    }

    /** @returns {Promise<import('./answers.js').Answer>} */
    async check(request, millis = CHECK_MILLIS) {
        return readAnswer(await this.ask(request, millis));
    }

    #take(line) {
        if (line === null || typeof line !== 'object') {
            return;
        }
        if (!this.#isHeard) {
            this.#isHeard = true;
            this.#waiting.forEach((question, id) => this.#limit(id, question, question.millis));
        }
        const question = line.event === undefined ? this.#end(line.id) : undefined;
        if (question === undefined) {
            this.#onEvent(line);
        } else if (typeof line.error === 'string') {
            const reason = line.error === 'absent' ? 'absent' : 'error';
            question.reject(new NoAnswer(reason, line.error, String(line.message ?? line.error)));
        } else {
            question.resolve(line);
        }
    }

    #closed(port, message) {
        if (port !== this.#port) {
            return;
        }
        this.#port = null;
        for (const id of [...this.#waiting.keys()]) {
            this.#end(id)?.reject(new NoAnswer('absent'));
        }
        this.#onClosed(message);
    }

    /** Takes a question out, so that it is answered once. */
    #end(id) {
        const question = this.#waiting.get(id);
        if (question !== undefined) {
            this.#waiting.delete(id);
            clearTimeout(question.timer);
        }
        return question;
    }
}
