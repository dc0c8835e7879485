import { h, put } from '../core/dom.js';
import { daysUntil } from '../core/format.js';
import { link } from '../core/routes.js';
import { moment, number, relative, t, word } from '../core/texts.js';
import { ask, badge, button, empty, facts, field, foreign, notice, panel, select, table, tell, time, toast } from '../core/ui.js';

/** Who may do what: people by tokens, the publication by keys. And what to do when one of them is lost. */

const ROLES = ['reader', 'editor', 'reviewer', 'publisher', 'admin'];
const CASES = ['token', 'left', 'timestamp', 'publisher', 'root', 'expires', 'server'];

export const title = () => t('nav.access');

export async function show(context) {
    const { api, body, signal, refusal, me } = context;
    const canSee = refusal('GET /tokens') === '';
    const status = await api.get('/status', {}, { signal });
    const [roots, pending, tokens] = await Promise.all([api.get('/roots', {}, { signal }), status.pending ? api.get('/publications/pending', {}, { signal }) : null,
        canSee ? api.get('/tokens', {}, { signal }) : null]);
    put(body, pending === null ? null : pendingPanel(context, pending), h('div', { class: 'two' }, mine(me), keysPanel(context, roots.roots)),
        tokensPanel(context, tokens?.tokens ?? null), rootsPanel(roots.roots), casesPanel());
}

function mine(me) {
    return panel(t('access.me'), facts([t('access.name'), foreign(me.name, 100)], [t('access.role'), word('role', me.role)], [t('access.may'), t(`role.${me.role}.text`)],
        [t('access.origin'), foreign(me.origin, 200)], [t('access.program'), me.program]), h('p', { class: 'hint above' }, t('access.session')));
}

function pendingPanel({ api, again, refusal }, pending) {
    const signed = h('textarea', { rows: 6, class: 'code', spellcheck: 'false' });
    return panel(t('pending.title'), notice('care', h('p', null, t('pending.text', { have: pending.signatures, need: pending.needed })),
        h('ul', null, pending.diff.lists.map(one => h('li', null, h('a', { href: link(['lists', one.name]) }, one.name), ' ', t('version.n', { version: number(one.version) }), ` · +${number(one.added)} −${number(one.removed)}`)))),
    h('h3', null, t('pending.how')), h('pre', null, 'bloomward-admin sign-pending --key publisher.key'), h('p', { class: 'hint' }, t('pending.how.text')),
    facts([t('pending.digest'), h('code', null, pending.sha256)]),
    h('details', { class: 'above' }, h('summary', null, t('pending.note')), h('pre', { tabindex: 0 }, pending.note)),
    h('div', { class: 'above' }, field(t('pending.signed'), signed, t('pending.signed.hint'))),
    h('div', { class: 'actions above' }, button(t('pending.send'), async () => {
        try {
            const report = await api.post('/publications/pending/signatures', { note: signed.value });
            toast(report.pending ? t('pending.more') : t('pending.done'));
            again();
        } catch (e) {
            tell({ title: t('pending.refused'), body: h('p', null, foreign(e.message, 1000)) });
        }
    }, { kind: 'first', needs: refusal('POST /publications/pending/signatures'), key: 'sign' }),
    button(t('pending.withdraw'), async () => {
        if (await ask({ title: t('pending.withdraw'), confirm: t('pending.withdraw'), danger: true, body: h('p', null, t('pending.withdraw.text')),
            act: () => api.post('/publications/pending/withdrawal', {}) })) {
            again();
        }
    }, { kind: 'danger', needs: refusal('POST /publications/pending/withdrawal'), key: 'withdraw' })));
}

function keysPanel({ me, again, refusal, api }, roots) {
    const root = roots.find(one => one.isCurrent);
    const here = key => root?.keysHere.includes(key) ?? false;
    return panel(t('keys.title'), me.keys.publisher ? null : notice('info', h('p', null, t('keys.offline')), h('p', null, me.keys.words)),
        root === undefined ? empty(t('keys.none'), '') : facts(
            [t('keys.timestamp'), h('div', null, keyName(root.timestamp), ' ', here(root.timestamp) ? badge(t('keys.here'), 'good') : badge(t('keys.missing'), 'alarm'))],
            [t('keys.publishers', { need: root.publisherThreshold, n: root.publishers.length }), root.publishers.map(key => h('div', null, keyName(key), ' ', badge(t(here(key) ? 'keys.here' : 'keys.elsewhere'), here(key) ? 'info' : '')))],
            [t('keys.roots', { need: root.rootThreshold, n: root.roots.length }), root.roots.map(key => h('div', null, keyName(key)))],
            [t('keys.expires'), h('span', null, moment(root.expires), ' (', relative(root.expires), ')', daysUntil(root.expires, Date.now()) < 60 ? [' ', badge(t('keys.soon'), 'care')] : null)]),
        h('div', { class: 'actions above' }, button(t('keys.renew'), async () => {
            if (await ask({ title: t('keys.renew'), confirm: t('keys.renew'), body: h('p', null, t('keys.renew.text')), act: () => api.post('/publications/renewal', {}) })) {
                again();
            }
        }, { needs: refusal('POST /publications/renewal'), key: 'renew' })));
}

/** Name and number of a key; the key itself is long and says nothing to people. */
function keyName(key) {
    const [name, number_] = key.split('+');
    return h('code', { title: key }, `${name}+${number_}`);
}

function tokensPanel(context, tokens) {
    const { api, again, refusal, me } = context;
    const add = button(t('tokens.add'), async () => {
        const name = h('input', { maxlength: 64, required: true, autocomplete: 'off', spellcheck: 'false' });
        const role = select(ROLES.map(one => [one, `${word('role', one)}: ${t(`role.${one}.text`)}`]), 'editor');
        let made;
        if (await ask({ title: t('tokens.add'), confirm: t('tokens.add'), body: [field(t('access.name'), name), field(t('access.role'), role)],
            act: async () => {
                made = await api.post('/tokens', { name: name.value.trim(), role: role.value });
            } })) {
            tell({ title: t('tokens.made', { name: made.name }), body: [h('p', null, t('tokens.once')), h('pre', { id: 'new-token', tabindex: 0 }, made.token)] })
                .addEventListener('close', again);
        }
    }, { kind: 'first', needs: refusal('POST /tokens'), key: 'token-add' });
    return panel(t('tokens.title'), tokens === null ? h('p', { class: 'quiet' }, refusal('GET /tokens')) : table(t('tokens.title'), [{ name: t('access.name') }, { name: t('access.role') }, { name: t('tokens.created') }, { name: t('tokens.by') }, { name: t('tokens.state') }],
        tokens.map(one => [foreign(one.name, 100), word('role', one.role), time(one.createdAt), one.madeBy === '' ? '–' : foreign(one.madeBy, 60),
            one.revoked ? h('span', { class: 'quiet' }, t('tokens.revoked')) : button(t('tokens.revoke'), async () => {
                if (await ask({ title: t('tokens.revoke.title', { name: one.name }), confirm: t('tokens.revoke'), danger: true,
                    body: h('p', null, one.name === me.name ? t('tokens.revoke.self') : t('tokens.revoke.text')), act: () => api.post(`/tokens/${one.id}/revocation`, {}) })) {
                    again();
                }
            }, { kind: 'danger', label: `${t('tokens.revoke')}: ${one.name}`, key: `revoke-${one.id}` })])), h('div', { class: 'actions above' }, add));
}

function rootsPanel(roots) {
    return panel(t('roots.title'), table(t('roots.title'), [{ name: t('roots.version') }, { name: t('keys.expires') }, { name: t('roots.publishers'), right: true }, { name: t('roots.digest') }],
        roots.map(one => [[number(one.version), ' ', one.isCurrent ? badge(t('version.now'), 'good') : null], moment(one.expires), t('roots.of', { need: one.publisherThreshold, n: one.publishers.length }),
            h('code', { title: one.sha256 }, one.sha256.slice(0, 16))])));
}

function casesPanel() {
    return panel(t('cases.title'), CASES.map(one => h('details', { class: 'case' }, h('summary', null, t(`case.${one}`)), h('p', null, t(`case.${one}.text`)),
        h('pre', { tabindex: 0 }, t(`case.${one}.do`)))));
}
