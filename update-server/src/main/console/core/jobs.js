import { Refused } from './api.js';
import { h, put } from './dom.js';
import { bytes, number, t, word } from './texts.js';
import { foreign } from './ui.js';

/**
 * Long work: it has a number at the server, goes on when its page is left or closed, and is shown in a corner until it
 * ends.
 */

const LOOK_MILLIS = 1_000;

export class Jobs {
    #api;
    #known = new Map();
    #waiting = new Map();
    #place;

    constructor(api, events, place) {
        this.#api = api;
        this.#place = place;
        events.on(({ event, data }) => {
            if (event === 'job' && (this.#known.has(data.id) || data.state === 'running')) {
                this.#see({ ...this.#known.get(data.id), ...data });
            }
        });
    }

    /** Shows what somebody began before the page was opened. */
    async resume() {
        const { jobs } = await this.#api.get('/jobs', {}, { background: true }).catch(() => ({ jobs: [] }));
        jobs.filter(job => job.state === 'running').forEach(job => {
            this.#see(job);
            this.#follow(job.id);
        });
    }

    /**
     * Begins the work and waits for its end, which may be long after its page was left.
     *
     * @returns {Promise<object>} the answer of the work
     * @throws {Refused} where it failed
     */
    async run(path, body) {
        const answer = await this.#api.send('POST', path, body, { asJob: true });
        const said = await answer.json();
        if (answer.status !== 202) {
            return said;
        }
        const end = new Promise((done, fail) => this.#waiting.set(said.id, { done, fail }));
        this.#see(said);
        this.#follow(said.id);
        return end;
    }

    async #follow(id) {
        for (;;) {
            try {
                const job = await this.#api.get(`/jobs/${id}`, {}, { background: true });
                this.#see(job);
                if (job.state !== 'running') {
                    return;
                }
            } catch (e) {
                if (e.code === 'no-such-job' || e.status === 401) {
                    this.#known.delete(id);
                    this.#waiting.get(id)?.fail(new Refused(e.status, { code: e.code, detail: t('jobs.lost') }));
                    this.#waiting.delete(id);
                    this.#draw();
                    return;
                }
            }
            await new Promise(done => {
                setTimeout(done, LOOK_MILLIS);
            });
        }
    }

    #see(job) {
        if (job.state === 'running') {
            this.#known.set(job.id, job);
        } else {
            this.#known.delete(job.id);
            const waits = this.#waiting.get(job.id);
            if (waits !== undefined && (job.outcome !== undefined && job.outcome !== null || job.problem)) {
                this.#waiting.delete(job.id);
                if (job.state === 'done') {
                    waits.done(job.outcome);
                } else {
                    waits.fail(new Refused(job.problem?.status ?? 500, job.problem ?? { title: t('jobs.failed') }));
                }
            }
        }
        this.#draw();
    }

    #draw() {
        put(this.#place, [...this.#known.values()].map(job => h('div', { class: 'job' },
            h('span', null, word('job', job.kind), ' ', foreign(job.subject, 60)),
            h('progress', { 'aria-label': stepOf(job), max: job.of > 0 ? job.of : null, value: job.of > 0 ? job.done : undefined }),
            h('span', { class: 'quiet' }, stepOf(job), ' ',
                job.of > 0 ? job.kind === 'import' ? `${bytes(job.done)} / ${bytes(job.of)}` : `${number(job.done)} / ${number(job.of)}` : ''))));
    }
}

/** The server says `compiling phishing`: a word of ours, and perhaps a name. */
function stepOf({ step }) {
    const [name, ...rest] = step.split(' ');
    return name === '' ? t('step.begun') : [word('step', name), ...rest].join(' ');
}
