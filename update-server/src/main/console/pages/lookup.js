import { h, put } from '../core/dom.js';
import { link } from '../core/routes.js';
import { moment, t, word } from '../core/texts.js';
import { ask, badge, button, empty, expression, facts, field, foreign, kept, literal, panel, problem, time, toast } from '../core/ui.js';
import { addEntries } from './bring.js';

/** Why a page is blocked or not, who said so and when, and what can be done about it. */

const KINDS = { listed: 'alarm', allowed: 'good', clean: '' };

export const title = () => t('nav.lookup');

export async function show(context) {
    const { api, body, signal } = context;
    const url = kept(h('input', { type: 'text', class: 'code', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', required: true, maxlength: 20_000 }), 'lookup');
    const place = h('div', { class: 'stack', 'aria-live': 'polite' });
    const look = async () => {
        if (url.value.trim() === '') {
            return;
        }
        try {
            const [answer, lists] = await Promise.all([api.post('/explanations', { url: url.value }, { signal }), api.get('/lists', {}, { signal })]);
            put(place, result(context, answer, lists.lists, look));
        } catch (e) {
            if (!signal.aborted) {
                put(place, problem(e));
            }
        }
    };
    put(body, panel(t('lookup.title'), h('form', { class: 'ask', on: { submit: event => {
        event.preventDefault();
        look();
    } } }, field(t('lookup.url'), url, t('lookup.hint')), h('button', { type: 'submit', class: 'first' }, t('lookup.go')))), place);
    url.focus();
    await look();
}

function result(context, answer, lists, again) {
    const { now, next, canonical, matches } = answer;
    return [panel(t('lookup.answer'),
        h('p', { class: 'verdict' }, badge(word('verdict', now), KINDS[now]), ' ', t(`lookup.now.${now}`)),
        now === next ? null : h('p', null, badge(word('verdict', next), KINDS[next]), ' ', t(`lookup.next.${next}`)),
        facts([t('lookup.canonical'), literal(canonical, 2000)]),
        h('div', { class: 'actions above' }, remedies(context, answer, lists, again))),
    panel(t('lookup.matches'), matches.length === 0 ? empty(t('lookup.none'), t('lookup.none.text'))
        : h('ul', { class: 'rows' }, matches.map(match => matchRow(context, match, again))))];
}

/** What is still possible for the page as a whole. */
function remedies(context, { now, next, url, matches }, lists, again) {
    const { api, refusal } = context;
    const found = [];
    if (next === 'listed') {
        found.push(button(t('lookup.allow'), async () => {
            const reason = kept(h('input', { maxlength: 500, required: true }), 'allow-reason');
            const what = h('input', { value: url, class: 'code', spellcheck: 'false' });
            const until = h('input', { type: 'datetime-local' });
            let report;
            if (await ask({ title: t('allow.add'), confirm: t('allow.add'), body: [h('p', null, t('lookup.allow.text')), field(t('allow.what'), what), field(t('reason'), reason), field(t('bring.until'), until)],
                act: async () => {
                    report = await api.post('/allowed', { urls: [what.value], scope: 'auto', reason: reason.value, list: '', name: '',
                        expires: until.value === '' ? '' : new Date(until.value).toISOString() });
                } })) {
                reason.forget();
                toast(report.held.length > 0 ? t('allow.held') : t('allow.added'));
                await again();
            }
        }, { needs: refusal('POST /allowed'), key: 'allow' }));
    } else if (now !== 'listed' || matches.every(one => one.state !== 'draft')) {
        for (const list of lists) {
            found.push(addTo(context, list, url, again));
        }
    }
    return found;
}

function addTo(context, list, url, again) {
    const made = addEntries({ ...context, again }, list, url);
    const text = made.querySelector('button') ?? made;
    text.firstChild.textContent = t('lookup.add', { list: list.name });
    return made;
}

function matchRow(context, match, again) {
    const { api, refusal } = context;
    const states = { listed: 'alarm', draft: 'info', leaving: 'care', removed: '', held: 'care', rejected: '', allowed: 'good' };
    const isIn = match.state === 'listed' || match.state === 'draft';
    const isAllowed = match.state.startsWith('allowed');
    return h('li', { class: 'row' },
        h('span', null, badge(word('match', match.state), states[match.state] ?? 'good'), ' ', expression(match.expression, match.scope)),
        h('span', { class: 'actions' },
            isIn ? button(t('lookup.remove', { list: match.list }), async () => {
                if (await ask({ title: t('lookup.remove.title', { list: match.list }), confirm: t('bring.remove'), danger: true,
                    body: [h('p', null, expression(match.expression, match.scope)), h('p', null, t('lookup.remove.text'))],
                    act: () => api.post(`/lists/${encodeURIComponent(match.list)}/removals`, { urls: [match.expression], scope: 'auto', reason: '', expires: '' }) })) {
                    toast(t('entries.removed', { n: 1 }));
                    await again();
                }
            }, { needs: refusal('POST /lists/{list}/removals') }) : null,
            match.state === 'held' ? h('a', { class: 'button', href: link(['holds'], { list: match.list, q: match.expression }) }, t('lookup.hold')) : null,
            isAllowed ? button(t('lookup.disallow'), async () => {
                if (await ask({ title: t('allow.remove.title'), confirm: t('allow.remove'), danger: true, body: h('p', null, expression(match.expression, match.scope)),
                    act: () => api.post('/allowed/removals', { urls: [match.expression], scope: 'auto', reason: '', list: match.list === '*' ? '' : match.list, name: '' }) })) {
                    await again();
                }
            }, { needs: refusal('POST /allowed/removals') }) : null,
            match.list === '' || match.list === '*' ? null : h('a', { class: 'button', href: link(['lists', match.list]) }, t('lookup.open', { list: match.list }))),
        h('span', { class: 'small' },
            match.source === '' ? null : [t('source'), ': ', foreign(match.source, 60), ' · '], match.category === '' ? null : [match.category, ' · '],
            t('since'), ' ', time(match.since, { exact: true }), match.by === '' ? null : [' · ', foreign(match.by, 60)],
            match.reason === '' ? null : [' · ', foreign(match.reason, 300)], match.expires === '' ? null : [' · ', t('until', { when: moment(match.expires) })],
            match.decidedBy === '' ? null : [' · ', t('lookup.decided', { who: match.decidedBy }), ' ', time(match.decidedAt), match.decisionReason === '' ? null : [': ', foreign(match.decisionReason, 300)]]));
}
