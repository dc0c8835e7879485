import { AgentPort, CHECK_MILLIS, NoAnswer } from '../core/agent-port.js';
import { beginnings, checkRequest, fingerprint, readPolicy, readTests, unanswered } from '../core/answers.js';
import { AnswerCache } from '../core/cache.js';
import { api } from './api.js';
import { memory } from './memory.js';

const HOST = 'org.bloomward.host';

/** The deadline of an action that a person starts on a page of ours. */
export const ACTION_MILLIS = 10_000;

/** For a confirmation, even if the question before it took all the time. */
const LEAST_MILLIS = 300;

/** The native host looks for the agent every two seconds; a missing host is looked for at growing intervals. */
const FIRST_RETRY_MILLIS = 2_000;
const LAST_RETRY_MILLIS = 60_000;

/**
 * The agent as the rest of the background sees it: the judge of every address.
 */
export const judge = {
    /**
     * @type {{host: boolean, agent: boolean, silent: boolean, status: ?object,
     *     tests: ?import('../core/answers.js').Tests}}
     */
    facts: { host: false, agent: false, silent: false, status: null, tests: null },

    /** Called when the facts, and with `isNews` also the verdicts, may have changed. @type {(isNews: boolean) => void} */
    onChange: () => {},

    /** Called when an address turns out to be listed after its page was let through. */
    onListedLate: () => {},

    /** The fields of `hello` about this browser. @type {() => Promise<object>} */
    introduction: async () => ({}),

    open: () => port.open(),

    /** @param {string} url @returns {Promise<import('../core/answers.js').Answer>} never rejects */
    verdict: url => cache.answer(url, ask),

    /** @returns {Promise<object>} rejects with {@link NoAnswer} */
    request: request => port.ask(request, ACTION_MILLIS),

    hello,
};

const cache = new AnswerCache();
const port = new AgentPort({ connect: () => api.runtime.connectNative(HOST), onEvent, onClosed });
let retryMillis = FIRST_RETRY_MILLIS;
let lastPrint = '';

/**
 * The lists of this computer first, which takes no time. Only a hit is asked about again, with the server: an
 * attacker who slows it down must not make a listed page an unchecked one.
 */
async function ask(url) {
    const start = performance.now();
    try {
        const [part, answer] = await locally(url);
        setSilent(false);
        return answer.verdict === 'listed' ? await confirmed(part, answer, performance.now() - start) : answer;
    } catch (noAnswer) {
        if (!(noAnswer instanceof NoAnswer)) {
            throw noAnswer;
        }
        if (noAnswer.reason === 'slow') {
            setSilent(true);
        }
        return unanswered(noAnswer.reason);
    }
}

/** @returns {Promise<[string, import('../core/answers.js').Answer]>} and the part of the address to which it applies */
async function locally(url) {
    const answer = await port.check({ ...checkRequest(url), offline: true });
    if (answer.reason === 'unjudgeable') {
        for (const part of beginnings(url)) {
            const ofPart = await port.check({ ...checkRequest(part), offline: true });
            if (ofPart.verdict === 'listed') {
                return [part, ofPart];
            }
            if (ofPart.reason !== 'unjudgeable') {
                break; // a longer part says all that a shorter one does
            }
        }
    }
    return [url, answer];
}

/**
 * One hit at a time waits for the server, since the agent answers one question after the other: a page full of hits
 * would otherwise let those behind it pass their deadlines.
 */
let isConfirming = false;

async function confirmed(url, hit, spentMillis) {
    if (isConfirming) {
        return hit;
    }
    isConfirming = true;
    try {
        return await port.check(checkRequest(url), Math.max(LEAST_MILLIS, CHECK_MILLIS - spentMillis));
    } catch (noAnswer) {
        if (!(noAnswer instanceof NoAnswer)) {
            throw noAnswer;
        }
        return hit;
    } finally {
        isConfirming = false;
    }
}

/** An agent that hangs keeps its connection: only its silence tells. */
function setSilent(silent) {
    if (judge.facts.silent !== silent) {
        judge.facts.silent = silent;
        judge.onChange(false);
    }
}

function onEvent(line) {
    if (line.event === 'agent') {
        judge.facts.host = true;
        retryMillis = FIRST_RETRY_MILLIS;
        if (line.state === 'connected') {
            judge.facts.agent = true;
            greet();
        } else {
            lost();
        }
    } else if (line.event === 'status') {
        learn(line);
    } else if (typeof line.verdict === 'string') {
        setSilent(false);
        if (line.verdict === 'listed') {
            judge.onListedLate();
        }
    }
}

/** Introduces this browser and subscribes, at each connection: the agent remembers nothing of an earlier one. */
async function greet() {
    try {
        await hello();
    } catch (noAnswer) {
        if (!(noAnswer instanceof NoAnswer)) {
            throw noAnswer;
        }
    }
    port.tell({ op: 'subscribe' });
}

/** Tells the agent of this browser, and learns its policy. */
async function hello() {
    const answer = await port.ask({ op: 'hello', ...await judge.introduction() }, ACTION_MILLIS);
    judge.facts.tests = readTests(answer.tests);
    await memory.savePolicy(readPolicy(answer.policy));
    learn(answer.status ?? null);
}

function learn(status) {
    judge.facts.agent = true;
    judge.facts.status = status;
    const print = status === null ? '' : fingerprint(status);
    const isNews = print !== lastPrint;
    lastPrint = print;
    if (isNews) {
        cache.clear();
    }
    judge.onChange(isNews);
}

function lost() {
    judge.facts = { ...judge.facts, agent: false, silent: false, status: null, tests: null };
    lastPrint = '';
    cache.clear();
    judge.onChange(false);
}

function onClosed() {
    void api.runtime.lastError; // read, or Chromium reports it as unchecked
    judge.facts.host = false;
    lost();
    setTimeout(() => port.open(), retryMillis);
    retryMillis = Math.min(retryMillis * 2, LAST_RETRY_MILLIS);
}
