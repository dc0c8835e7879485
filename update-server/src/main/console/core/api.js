/** The Admin API, as this session may use it. */

export class Refused extends Error {
    /** @param {number} status 0 where the server did not answer @param {object} problem */
    constructor(status, problem) {
        super(problem.detail || problem.title || String(status));
        this.status = status;
        this.code = problem.code ?? '';
        this.errors = problem.errors ?? [];
        this.problem = problem;
    }
}

export class Api {
    #session;
    #signInAgain;

    /**
     * @param {import('./session.js').Session} session
     * @param {() => Promise<boolean>} signInAgain shows the sign-in over the page, which stays as it is
     */
    constructor(session, signInAgain) {
        this.#session = session;
        this.#signInAgain = signInAgain;
    }

    /**
     * @param {string} path below `/admin/v1`
     * @param {Record<string, unknown>} [query] what is empty is left out
     * @param {{signal?: AbortSignal, background?: boolean}} [options] background: nobody did anything, so that an idle
     *     session still ends
     */
    get(path, query = {}, options = {}) {
        const parameters = new URLSearchParams();
        for (const [name, value] of Object.entries(query)) {
            if (value !== '' && value !== undefined && value !== null && value !== false) {
                parameters.append(name, String(value));
            }
        }
        return this.#json('GET', parameters.size === 0 ? path : `${path}?${parameters}`, undefined, options);
    }

    /** @param {object} [body] @param {{signal?: AbortSignal, asJob?: boolean}} [options] asJob: answered with a job */
    post(path, body = {}, options = {}) {
        return this.#json('POST', path, body, options);
    }

    async #json(method, path, body, options) {
        const answer = await this.send(method, path, body, options);
        return answer.status === 204 ? null : answer.json();
    }

    /**
     * @param {object|Blob|undefined} body
     * @returns {Promise<Response>} a good one
     * @throws {Refused}
     */
    async send(method, path, body, options = {}) {
        for (let isFirst = true; ; isFirst = false) {
            const answer = await this.#once(method, path, body, options);
            if (answer.ok) {
                return answer;
            }
            const problem = await answer.json().catch(() => ({ title: answer.statusText }));
            if (answer.status === 401 && isFirst && options.background !== true && await this.#signInAgain()) {
                continue;
            }
            throw new Refused(answer.status, problem);
        }
    }

    async #once(method, path, body, { signal, background, asJob, accept, lastEvent }) {
        const headers = this.#session.headers();
        if (body !== undefined) {
            headers['Content-Type'] = body instanceof Blob ? 'application/octet-stream' : 'application/json';
        }
        if (background) {
            headers['X-Bloomward-Background'] = 'true';
        }
        if (asJob) {
            headers.Prefer = 'respond-async';
        }
        if (accept !== undefined) {
            headers.Accept = accept;
        }
        if (lastEvent !== undefined) {
            headers['Last-Event-ID'] = lastEvent;
        }
        try {
            return await fetch(`/admin/v1${path}`, {
                method,
                headers,
                signal,
                cache: 'no-store',
                body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
            });
        } catch (e) {
            if (e.name === 'AbortError') {
                throw e;
            }
            throw new Refused(0, { code: 'unreachable', title: '' });
        }
    }
}
