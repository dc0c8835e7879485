import assert from 'node:assert/strict';
import test from 'node:test';

/** The browser as far as the gate needs it: session rules, and a native host by which every address is clean. */
let rules = [];
globalThis.chrome = {
    declarativeNetRequest: {
        getSessionRules: async () => rules,
        updateSessionRules: async ({ removeRuleIds = [], addRules = [] }) => {
            rules = [...rules.filter(({ id }) => !removeRuleIds.includes(id)), ...addRules];
        },
    },
    runtime: {
        getURL: path => `chrome-extension://id/${path}`,
        connectNative: () => {
            let says;
            return {
                onMessage: { addListener: listener => { says = listener; } },
                onDisconnect: { addListener: () => {} },
                postMessage: ({ id }) => queueMicrotask(() => says({ id, verdict: 'clean' })),
            };
        },
    },
    storage: { session: { get: async () => ({}), set: async () => {} }, local: { get: async () => ({}), set: async () => {} } },
};
const gate = await import('../../../extension/background/gate.js');

const passing = () => rules.filter(({ action }) => action.type === 'allow').map(({ condition }) => condition);

test('lets one address of a tab through, and keeps no rule of what never showed a page', async () => {
    await gate.close();
    for (let i = 0; i < 10; i++) {
        await gate.pass(1, `http://a.example/download?${i}`);
    }
    await gate.pass(2, 'http://b.example/');
    assert.deepEqual(passing().map(({ urlFilter, tabIds }) => [urlFilter, tabIds]),
        [['|http://a.example/download?9|', [1]], ['|http://b.example/|', [2]]]);
    await gate.shut(1);
    await gate.shut(2);
    assert.deepEqual(rules.map(({ action }) => action.type), ['redirect']);
});

test('lets no other address through by one that a filter reads as a pattern', async () => {
    const url = await gate.pass(1, 'http://a.example/*?q=^*');
    assert.equal(url, 'http://a.example/%2A?q=%5E%2A');
    assert.deepEqual(passing().map(({ urlFilter }) => urlFilter), [`|${url}|`]);
    assert.equal(await gate.pass(1, 'http://*.a.example/'), null);
    assert.equal(passing().length, 1);
});
