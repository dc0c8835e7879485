import { isWeb } from '../core/address.js';
import { api } from './api.js';
import * as gate from './gate.js';
import { judge } from './judge.js';
import { memory } from './memory.js';
import { probe } from './probe.js';

/**
 * The rung: how early listed pages are stopped in this browser. `full`: before the first byte. `limited`: before the first byte
 * of a page that is opened by a plain GET. `late`: when the browser tells of a navigation that has begun. `none`: not.
 */
export const rung = {
    /** @type {'full'|'limited'|'late'|'none'} */
    now: 'none',
    /** Whether `now` was tried, and not only supposed. */
    proven: false,
    /**
     * Whether something holds a navigation until it is judged: the listener of requests, or the proven gate, for GET only.
     *
     * @param {string} [method] @returns {Promise<boolean>}
     */
    holds: async (method = 'GET') =>
        rung.now !== 'late' && (await mayBlock() || rung.now === 'limited' && rung.proven && method === 'GET'),
    find,
    gateIsSeen,

    /** Called when a page of the gate has proven the rung. */
    onProven: () => {},
};

const ATTEMPTS = 3;

let finding = null;

let permitted = null;

/** Chromium silently drops this permission unless a policy installed us. @returns {Promise<boolean>} */
function mayBlock() {
    permitted ??= api.permissions.getAll().then(({ permissions = [] }) => permissions.includes('webRequestBlocking'));
    return permitted;
}

/** Finds the rung again. Calls that come in the meantime get the same result. */
function find() {
    finding ??= prove().finally(() => {
        finding = null;
    });
    return finding;
}

async function prove() {
    const { tests } = judge.facts;
    if (tests === null || !isWeb(tests.listed)) {
        rung.now = 'none';
        rung.proven = false;
        return;
    }
    if (await mayBlock()) {
        rung.now = await isHeld(tests.listed) ? 'full' : 'late';
    } else {
        rung.now = await gate.close() ? 'limited' : 'late';
    }
    // The gate stops pages of tabs only, none of which is ours to open: that its rule was accepted proves nothing.
    rung.proven = rung.now !== 'limited' || memory.gateSeen;
}

/** Takes note that a page was sent to the gate: this is the proof of `limited`, for as long as the browser runs. */
async function gateIsSeen() {
    if (!memory.gateSeen) {
        await memory.saveGateSeen();
        if (rung.now === 'limited') {
            rung.proven = true;
            rung.onProven();
        }
    }
}

/** Asks more than once: a busy machine may miss the deadline of one question, and then the request passes. */
async function isHeld(listed) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (await probe.run(listed)) {
            return true;
        }
    }
    return false;
}
