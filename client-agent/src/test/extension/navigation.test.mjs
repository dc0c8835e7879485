import assert from 'node:assert/strict';
import test from 'node:test';

/** The browser as far as the second line needs it: its listeners, and whether requests may be held. */
const listening = new Map();
const event = name => ({
    addListener: listener => listening.set(name, [...listening.get(name) ?? [], listener]),
    removeListener: listener => listening.set(name, listening.get(name).filter(other => other !== listener)),
});
const permissions = [];
globalThis.chrome = {
    webRequest: { onBeforeRequest: event('onBeforeRequest') },
    webNavigation: Object.fromEntries(
        ['onBeforeNavigate', 'onCommitted', 'onHistoryStateUpdated'].map(name => [name, event(name)])),
    tabs: Object.fromEntries(['onUpdated', 'onRemoved', 'onActivated'].map(name => [name, event(name)])),
    permissions: { getAll: async () => ({ permissions }) },
    storage: { session: { get: async () => ({}), set: async () => {} }, local: { get: async () => ({}), set: async () => {} } },
};
const navigation = await import('../../../extension/background/navigation.js');
const { rung } = await import('../../../extension/background/rung.js');
const counts = () => ['onBeforeNavigate', 'onBeforeRequest', 'onCommitted'].map(name => listening.get(name).length);

test('listens to the start of navigations only where nothing holds them', async () => {
    permissions.push('webRequestBlocking');
    navigation.listen();
    assert.deepEqual(counts(), [1, 1, 1], 'at first');
    await navigation.listenAsTheRungNeeds();
    assert.deepEqual(counts(), [0, 0, 1], 'where requests are held');
    rung.now = 'late';
    await navigation.listenAsTheRungNeeds();
    assert.deepEqual(counts(), [1, 1, 1], 'where the browser holds none in spite of its word');
    rung.now = 'full';
    await navigation.listenAsTheRungNeeds();
    await navigation.listenAsTheRungNeeds();
    assert.deepEqual(counts(), [0, 0, 1]);
});
