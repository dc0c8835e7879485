/**
 * Who is signed in. The server wants two things with every request: a cookie, which scripts cannot read, and a key, which
 * other ports of this machine do not get. The key lies in this tab's `sessionStorage`; tabs of the same origin hand it on.
 */

const KEY = 'bloomward-key';
const HAND_OVER_MILLIS = 300;

export class Session {
    #channel = new BroadcastChannel('bloomward-session');
    #asked = null;

    /** @param {{onEnd: () => void}} listener of the end of the session in another tab */
    constructor({ onEnd }) {
        this.#channel.addEventListener('message', ({ data }) => {
            if (data.type === 'want' && this.key !== '') {
                this.#channel.postMessage({ type: 'have', key: this.key });
            } else if (data.type === 'have' && this.#asked !== null) {
                this.#asked(data.key);
            } else if (data.type === 'end') {
                sessionStorage.removeItem(KEY);
                onEnd();
            } else if (data.type === 'renewed') {
                sessionStorage.setItem(KEY, data.key);
            }
        });
    }

    get key() {
        return sessionStorage.getItem(KEY) ?? '';
    }

    /** @returns {Promise<boolean>} whether somebody is signed in already, here or in another tab */
    async resume() {
        if (this.key === '') {
            const key = await this.#want();
            if (key !== '') {
                sessionStorage.setItem(KEY, key);
            }
        }
        if (this.key === '') {
            return false;
        }
        const answer = await fetch('/console/session', { headers: this.headers() });
        const { signedIn } = await answer.json();
        if (!signedIn) {
            sessionStorage.removeItem(KEY);
        }
        return signedIn;
    }

    #want() {
        return new Promise(done => {
            this.#asked = done;
            this.#channel.postMessage({ type: 'want' });
            setTimeout(() => done(''), HAND_OVER_MILLIS);
        }).finally(() => {
            this.#asked = null;
        });
    }

    /** @returns {Record<string, string>} */
    headers() {
        return this.key === '' ? {} : { 'X-Bloomward-Key': this.key };
    }

    /**
     * @param {string} token
     * @returns {Promise<Response>} with the problem where it was refused
     */
    async signIn(token) {
        const answer = await fetch('/console/session', {
            method: 'POST',
            headers: { ...this.headers(), Authorization: `Bearer ${token}` },
        });
        if (answer.ok) {
            const { key } = await answer.clone().json();
            sessionStorage.setItem(KEY, key);
            this.#channel.postMessage({ type: 'renewed', key });
        }
        return answer;
    }

    /** Ends the session in all tabs. */
    async signOut() {
        await fetch('/console/session', { method: 'DELETE', headers: this.headers() }).catch(() => null);
        sessionStorage.removeItem(KEY);
        this.#channel.postMessage({ type: 'end' });
    }
}
