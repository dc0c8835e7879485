import assert from 'node:assert/strict';
import test from 'node:test';

/** The browser as far as the desk needs it: the agent behind its native host, and the pages that ask. */
const browser = { sent: [], opened: [] };
const event = name => ({ addListener: listener => { browser[name] = listener; } });
globalThis.chrome = {
    runtime: {
        id: 'us',
        getURL: path => `chrome-extension://us/${path}`,
        onMessage: event('asks'),
        connectNative: () => ({ onMessage: event('says'), onDisconnect: event('ends'), postMessage: line => browser.sent.push(line) }),
    },
    storage: { session: { get: async () => ({}), set: async () => {} }, local: { get: async () => ({}), set: async () => {} } },
    i18n: { getUILanguage: () => 'en' },
    action: { setBadgeText: async () => {}, setTitle: async () => {} },
    tabs: { update: async (tab, { url }) => browser.opened.push([tab, url]) },
};
globalThis.fetch = async () => ({ json: async () => ({}) });
const { listen } = await import('../../../extension/background/desk.js');
const { judge } = await import('../../../extension/background/judge.js');
const { memory } = await import('../../../extension/background/memory.js');

/** Far away, as exceptions that ended by the real clock are forgotten. */
const NOW = Date.parse('2126-11-20T12:00:00Z');
const URL_OF_PAGE = 'http://shop.example/cart';
const MATCH = { list: 'phishing', version: 1, expression: 'shop.example/', category: 'phishing', confirmed: true };

/** Lets everything run that waits for nothing but its turn. */
const turns = () => new Promise(resolve => setImmediate(resolve));

listen();
judge.open();

/** A warning of this tab. */
function warn(tab) {
    return memory.warnings.add(
        { tab, url: URL_OF_PAGE, page: URL_OF_PAGE, kind: 'listed', matches: [MATCH], reason: null, freshness: 'fresh', issued: null, isBehind: false });
}

/** The answer to a page of ours. */
function ask(page, tab, request) {
    const sender = { id: 'us', frameId: 0, url: `chrome-extension://us/pages/${page}.html`, tab: { id: tab } };
    return new Promise(resolve => {
        if (!browser.asks(request, sender, resolve)) {
            resolve('nothing');
        }
    });
}

/** What becomes of a person's way on: the policy allows ten minutes, and the agent says how long. */
async function proceed(context, tab, until) {
    context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOW });
    memory.policy = { ...memory.policy, proceedSeconds: 600 };
    const answer = ask('warning', tab, { ask: 'proceed', token: warn(tab).token });
    await turns();
    const question = browser.sent.at(-1);
    assert.deepEqual({ ...question, id: 0 }, { op: 'except', list: 'phishing', expression: 'shop.example/', id: 0 });
    browser.says({ id: question.id, until });
    assert.deepEqual(await answer, {});
    assert.deepEqual(browser.opened.at(-1), [tab, URL_OF_PAGE]);
    return memory.exceptions.of(tab);
}

test('an exception ends when the policy says, whatever the agent grants beyond', async context => {
    const [exception] = await proceed(context, 1, '2126-11-20T18:00:00Z');
    assert.equal(new Date(exception.until).toISOString(), '2126-11-20T12:10:00.000Z');
});

test('an exception ends when the agent says, if that is earlier', async context => {
    const [exception] = await proceed(context, 2, '2126-11-20T12:03:00Z');
    assert.equal(new Date(exception.until).toISOString(), '2126-11-20T12:03:00.000Z');
});

test('an exception without a readable end has that of the policy', async context => {
    const [exception] = await proceed(context, 3, 'soon');
    assert.equal(new Date(exception.until).toISOString(), '2126-11-20T12:10:00.000Z');
});

test('an exception that the agent refuses opens nothing', async () => {
    memory.policy = { ...memory.policy, proceedSeconds: 600 };
    const before = browser.opened.length;
    const answer = ask('warning', 4, { ask: 'proceed', token: warn(4).token });
    await turns();
    browser.says({ id: browser.sent.at(-1).id, error: 'policy', message: 'no exceptions here' });
    assert.deepEqual(await answer, { error: 'policy' });
    assert.deepEqual(memory.exceptions.of(4), []);
    assert.equal(browser.opened.length, before);
});

test('where the policy allows no exception, the agent is not asked for one', async () => {
    memory.policy = { ...memory.policy, proceedSeconds: 0 };
    const before = browser.sent.length;
    assert.deepEqual(await ask('warning', 5, { ask: 'proceed', token: warn(5).token }), { error: 'policy' });
    assert.equal(browser.sent.length, before);
});

test('a page of ours asks only what is its own, and of its own tab', async () => {
    memory.policy = { ...memory.policy, proceedSeconds: 600 };
    const { token } = warn(6);
    assert.deepEqual(await ask('warning', 7, { ask: 'proceed', token }), { error: 'request' });
    assert.deepEqual((await ask('warning', 7, { ask: 'warning', token })).warning, null);
    for (const page of ['popup', 'options', 'report', 'gate', 'other']) {
        assert.equal(await ask(page, 6, { ask: 'proceed', token }), 'nothing', page);
    }
    assert.equal(await ask('warning', 6, { ask: 'toString' }), 'nothing');
});
