import { StreamReader } from './stream.js';

/**
 * News of the server: one stream for all tabs, because a browser opens only six connections to a server. The tab that
 * holds the lock reads and tells the others; one that is hidden gives it up. Nothing is read while nobody looks.
 */

const LOCK = 'bloomward-events';
const FIRST_PAUSE_MILLIS = 1_000;
const LONGEST_PAUSE_MILLIS = 30_000;

export class Events {
    #api;
    #channel = new BroadcastChannel(LOCK);
    #listeners = new Set();
    #stop = null;
    #newest = -1;

    /** @param {import('./api.js').Api} api */
    constructor(api) {
        this.#api = api;
        this.#channel.addEventListener('message', ({ data }) => this.#tell(data));
        document.addEventListener('visibilitychange', () => this.#look());
    }

    /**
     * @param {(news: {event: string, data: object}) => void} listener `audit`, `job`, `reports`; `reset`: anything may have
     *     changed; `away` and `back`: of the server
     * @param {AbortSignal} signal ends it
     */
    on(listener, signal) {
        this.#listeners.add(listener);
        signal?.addEventListener('abort', () => this.#listeners.delete(listener));
    }

    start() {
        this.#look();
    }

    end() {
        this.#stop?.abort();
        this.#stop = null;
    }

    #look() {
        if (document.hidden) {
            this.end();
        } else if (this.#stop === null) {
            this.#stop = new AbortController();
            const { signal } = this.#stop;
            this.#lead(signal).catch(() => null); // ended while it waited
        }
    }

    /** Without locks, as where the console is served over plain HTTP under a host's name, each tab reads for itself. */
    #lead(signal) {
        return navigator.locks === undefined
            ? this.#read(signal)
            : navigator.locks.request(LOCK, { signal }, () => this.#read(signal));
    }

    async #read(signal) {
        for (let pause = FIRST_PAUSE_MILLIS; !signal.aborted;) {
            try {
                const answer = await this.#api.send('GET', '/events', undefined, {
                    signal, background: true, accept: 'text/event-stream',
                    lastEvent: this.#newest < 0 ? undefined : String(this.#newest),
                });
                this.#spread({ event: 'back', data: {} });
                pause = FIRST_PAUSE_MILLIS;
                const lines = new StreamReader();
                const parts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
                for (let part = await parts.read(); !part.done; part = await parts.read()) {
                    for (const news of lines.take(part.value)) {
                        this.#hear(news);
                    }
                }
            } catch (e) {
                if (signal.aborted) {
                    return;
                }
                this.#spread({ event: e.status === 401 ? 'signed-out' : 'away', data: {} });
                if (e.status === 401) {
                    this.#stop = null;
                    return; // the next question of a person signs in again
                }
            }
            await new Promise(done => {
                setTimeout(done, pause * (0.75 + Math.random() / 2));
            });
            pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
        }
    }

    #hear({ event, data }) {
        const value = data === '' ? {} : JSON.parse(data);
        if (event === 'hello') {
            const isNew = this.#newest >= 0 && value.audit !== this.#newest;
            if (this.#newest < 0) {
                this.#newest = value.audit;
            }
            if (isNew && value.audit < this.#newest) {
                this.#newest = value.audit;
                this.#spread({ event: 'reset', data: {} });
            }
            return;
        }
        if (event === 'audit') {
            this.#newest = value.number;
        }
        this.#spread({ event, data: value });
    }

    #spread(news) {
        this.#channel.postMessage({ ...news, newest: this.#newest });
        this.#tell(news);
    }

    #tell(news) {
        if (news.newest !== undefined) {
            this.#newest = Math.max(this.#newest, news.newest);
        }
        for (const listener of [...this.#listeners]) {
            listener(news);
        }
    }
}
