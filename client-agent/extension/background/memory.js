import { Exceptions } from '../core/exceptions.js';
import { NO_POLICY, readPolicy } from '../core/answers.js';
import { Warnings } from '../core/warnings.js';
import { api } from './api.js';

/**
 * All that must outlive the background, which the browser ends and starts as it likes: `storage.session`, in memory
 * and gone with the browser. Only the policy, which has no address in it, stays on the disk: a browser that starts
 * while the agent is away follows the agent's last word.
 */
export const memory = {
    exceptions: new Exceptions(),
    warnings: new Warnings(),
    /** @type {import('../core/answers.js').Policy} */
    policy: NO_POLICY,
    /** Whether the gate of the `limited` rung has stopped a page since the browser was started. */
    gateSeen: false,

    /** Settled when everything is there. Every decision waits for it. */
    ready: Promise.resolve(),

    saveExceptions() {
        return api.storage.session.set({ exceptions: memory.exceptions.toJSON() });
    },

    saveWarnings() {
        return api.storage.session.set({ warnings: memory.warnings.toJSON() });
    },

    saveGateSeen() {
        memory.gateSeen = true;
        return api.storage.session.set({ gateSeen: true });
    },

    /** @param {import('../core/answers.js').Policy} policy */
    savePolicy(policy) {
        memory.policy = policy;
        return api.storage.local.set({ policy });
    },
};

memory.ready = load();

async function load() {
    const [session, local] = await Promise.all([api.storage.session.get(), api.storage.local.get('policy')]);
    memory.exceptions = new Exceptions(session.exceptions);
    memory.warnings = new Warnings(session.warnings);
    memory.gateSeen ||= session.gateSeen === true;
    if (local.policy !== undefined && memory.policy === NO_POLICY) {
        memory.policy = readPolicy(local.policy);
    }
}
