import assert from 'node:assert/strict';
import test from 'node:test';

/** The browser as far as the requests need it: listeners, with the types that they listen to. */
const listeners = new Map();
globalThis.chrome = {
    webRequest: {
        ResourceType: { MAIN_FRAME: 'main_frame', SUB_FRAME: 'sub_frame', OBJECT: 'object', IMAGE: 'image', BEACON: 'beacon',
            TOMORROW: 'a type of tomorrow' },
        onBeforeRequest: {
            addListener: (listener, filter) => listeners.set(listener, filter.types),
            hasListener: listener => listeners.has(listener),
            removeListener: listener => listeners.delete(listener),
        },
    },
    storage: { session: { get: async () => ({}), set: async () => {} }, local: { get: async () => ({}), set: async () => {} } },
};
const requests = await import('../../../extension/background/requests.js');
const hears = type => [...listeners.values()].some(types => types === undefined || types.includes(type));

test('asks about everything that shows a page, and about the rest only if wanted', () => {
    requests.listen();
    requests.listenToParts(false);
    assert.deepEqual(['main_frame', 'sub_frame', 'object', 'image', 'beacon'].map(hears), [true, true, true, false, false]);
    requests.listenToParts(true);
    assert.deepEqual(['image', 'beacon', 'a type of tomorrow'].map(hears), [true, true, true]);
    requests.listenToParts(false);
    assert.equal(hears('image'), false);
});

test('lets no request wait for two listeners', () => {
    requests.listenToParts(true);
    for (const type of Object.values(chrome.webRequest.ResourceType)) {
        assert.equal([...listeners.values()].filter(types => types === undefined || types.includes(type)).length, 1, type);
    }
});
