import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { document } from './document.mjs';
import { ask } from '../../main/console/core/ui.js';
import * as access from '../../main/console/pages/access.js';
import * as allow from '../../main/console/pages/allow.js';
import * as list from '../../main/console/pages/list.js';

/** What cannot be undone is asked about first: until the dialog is confirmed, the server hears nothing. */

const { body } = document;

/** Lets everything run that waits for nothing but its turn. */
const turns = () => new Promise(resolve => setImmediate(resolve));

const dialog = () => body.querySelector('dialog');
const toast = () => document.getElementById('toast').textContent;

/** Clicks the button of this text or name, of the dialog if there is one. */
async function click(text) {
    const place = dialog() ?? body;
    const found = place.querySelectorAll('button').find(one => one.textContent === text || one.getAttribute('aria-label') === text);
    assert.ok(found !== undefined, `no button ${text} in ${place.textContent}`);
    found.click();
    await turns();
}

/** Fills the field of this label in the dialog. */
function field(label) {
    const { id } = dialog().querySelectorAll('label').map(one => ({ text: one.textContent, id: one.getAttribute('for') }))
        .find(one => one.text === label);
    return dialog().querySelectorAll('input').find(one => one.id === id);
}

/** A page as the shell shows it, with a server that answers what is asked and keeps what it is told to do. */
async function open(page, answers, { rest = [], query = '' } = {}) {
    const place = document.createElement('main');
    const shown = { posted: [], draws: 0 };
    body.append(place);
    await page.show({
        api: {
            get: async path => answers[path] ?? assert.fail(path),
            post: async (path, request) => {
                shown.posted.push([path, request]);
                return {};
            },
        },
        body: place, actions: document.createElement('div'), rest, query: new URLSearchParams(query),
        signal: new AbortController().signal, refusal: () => '',
        me: { name: 'ada', role: 'admin', origin: 'here', program: '1', keys: { publisher: true, words: '' } },
        again: () => { shown.draws += 1; }, address: () => {}, listen: () => {}, count: () => {}, jobs: {},
    });
    return shown;
}

const LIST = {
    name: 'scam', title: 'Shops', category: 'scam', published: 1, version: 1, entries: 1, capacity: 8, plannedEntries: 8, createdAt: '2026-11-20T12:00:00Z',
    width: 32, needsReview: false, waiting: '', sources: [],
};
const about = () => open(list, { '/lists/scam': LIST }, { rest: ['scam'], query: 'tab=about' });
const people = () => open(access, {
    '/status': { pending: true },
    '/roots': { roots: [] },
    '/publications/pending': { signatures: 1, needed: 2, sha256: 'ab', note: 'note', diff: { lists: [] } },
    '/tokens': { tokens: [{ id: 7, name: 'rita', role: 'reader', createdAt: '', madeBy: '', revoked: false }] },
});
const allowed = () => open(allow, {
    '/lists': { lists: [] },
    '/allowed': { allowed: [{ expression: 'good.example/', scope: 'host', list: '*', name: '', at: '', by: 'ada', reason: '', expires: '', held: false }], next: '', total: 1 },
});

beforeEach(() => {
    body.replaceChildren(document.createElement('div'));
    body.firstElementChild.setAttribute('id', 'toast');
    document.activeElement = body;
});

test('a dialog that is cancelled did nothing', async () => {
    let acts = 0;
    const answer = ask({ title: 'Sure?', confirm: 'Do it', act: async () => { acts += 1; } });
    await click('Cancel');
    assert.equal(await answer, false);
    assert.equal(acts, 0);
    assert.equal(dialog(), null);
});

test('a dialog that is confirmed did it, once', async () => {
    let acts = 0;
    const answer = ask({ title: 'Sure?', confirm: 'Do it', act: async () => { acts += 1; } });
    await click('Do it');
    assert.equal(await answer, true);
    assert.equal(acts, 1);
    assert.equal(dialog(), null);
});

test('a dialog stays open over what failed, and can still be cancelled', async () => {
    const answer = ask({ title: 'Sure?', confirm: 'Do it', act: () => Promise.reject(new Error('no such list')) });
    await click('Do it');
    assert.match(dialog().textContent, /no such list/u);
    await click('Cancel');
    assert.equal(await answer, false);
});

for (const [what, opened, button, confirm, path] of [
    ['a review', about, 'Require a second person', 'Require a second person', '/lists/scam/review'],
    ['a title', about, 'Change the title', 'Save', '/lists/scam/details'],
    ['a proposal', people, 'Withdraw', 'Withdraw', '/publications/pending/withdrawal'],
    ['a token', people, 'Revoke: rita', 'Revoke', '/tokens/7/revocation'],
    ['an allowed entry', allowed, 'Remove: good.example/', 'Remove', '/allowed/removals'],
]) {
    test(`${what} changes when the dialog is confirmed, and not before`, async context => {
        context.mock.timers.enable({ apis: ['setTimeout'] });
        const page = await opened();
        await click(button);
        assert.deepEqual(page.posted, [], 'before the answer');
        await click('Cancel');
        assert.deepEqual([page.posted, page.draws, toast()], [[], 0, ''], 'cancelled');
        await click(button);
        await click(confirm);
        assert.deepEqual(page.posted.map(([to]) => to), [path]);
        assert.equal(dialog(), null);
    });
}

test('a list is deleted only under its name and with the box checked', async () => {
    const page = await about();
    await click('Delete the list');
    const name = field('Type the name scam');
    const box = field('I know that this cannot be undone');
    for (const [typed, checked] of [['', false], ['scam', false], ['', true], ['scan', true], ['scam2', true]]) {
        name.value = typed;
        box.checked = checked;
        await click('Delete the list');
        assert.match(dialog().querySelector('div[role="alert"]').textContent, /Type the name scam/u, `${typed} ${checked}`);
        assert.deepEqual([page.posted, page.draws], [[], 0], `${typed} ${checked}`);
    }
    name.value = ' scam ';
    field('Reason').value = 'given up';
    await click('Delete the list');
    assert.deepEqual(page.posted, [['/lists/scam/deletion', { reason: 'given up' }]]);
    assert.deepEqual([dialog(), page.draws], [null, 1]);
});
