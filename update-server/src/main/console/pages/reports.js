import { h, put } from '../core/dom.js';
import { focusRow, mark, walk } from '../core/keys.js';
import { parts } from '../core/parts.js';
import { link } from '../core/routes.js';
import { number, t, word } from '../core/texts.js';
import { badge, button, chips, empty, expression, facts, field, foreign, kept, literal, notice, panel, problem, search, select, time, toast } from '../core/ui.js';

/** What people report: blocked by mistake, or should be blocked. One key a decision. */

const STATES = ['open', 'accepted', 'published', 'rejected'];
const KINDS = ['wrong', 'missed'];
const MOST_SHOWN = 20;

export const title = () => t('nav.reports');

export async function show(context) {
    const { api, body, query, signal, address, listen, refusal } = context;
    let state = { state: query.get('state') ?? 'open', kind: query.get('kind') ?? '', q: query.get('q') ?? '' };
    const { lists } = await api.get('/lists', {}, { signal });
    let into = lists.length === 1 ? lists[0].name : '';
    let groups = [];
    let answer = {};
    let opened = null;
    const kinds = h('div', { class: 'whole' });
    const states = h('div', { class: 'whole' });
    const news = h('div', { role: 'status' });
    const detail = h('div', { class: 'stack detail', 'aria-live': 'polite' });
    const needs = refusal('POST /reports/acceptances');
    const rows = parts({
        label: t('reports.label'), signal, limit: 50, className: 'reports',
        load: async (after, limit) => {
            const [part, counted] = await Promise.all([api.get('/reports/groups', { ...state, after, limit }, { signal }),
                api.get('/reports', { ...state, kind: '', limit: 1 }, { signal })]);
            answer = counted;
            return { rows: part.groups, next: part.next > 0 ? String(part.next) : '', total: part.total };
        },
        row: reportRow,
        none: () => state.state === 'open' && state.kind === '' && state.q === '' ? empty(t('reports.none'), t('reports.none.text')) : empty(t('reports.nothing'), t('reports.nothing.text')),
        onShown: (list, shown) => {
            groups = shown;
            mark(list, list.querySelector('[data-row]'));
            drawTools();
            open(groups.find(one => opened !== null && key(one) === key(opened)) ?? groups[0] ?? null);
        },
    });
    const find = search(t('reports.search'), state.q, q => q !== state.q && choose({ q }));
    const drawTools = () => {
        put(kinds, chips(t('reports.kind'), KINDS.map(kind => [kind, t(`reports.${kind}`), number(answer.byKind?.[kind] ?? 0)]), state.kind, kind => choose({ kind })));
        put(states, select(STATES.map(one => [one, t(`reports.state.${one}`)]), state.state, one => choose({ state: one }), { 'aria-label': t('holds.state'), 'data-key': 'report-state' }));
    };

    function choose(values) {
        state = { ...state, ...values };
        opened = null;
        address({ ...state, state: state.state === 'open' ? '' : state.state });
        return rows.reload();
    }

    /** Shows a report, with what the lists say today and what accepting it would do. */
    async function open(group) {
        opened = group;
        if (group === null) {
            put(detail);
            return;
        }
        for (const row of rows.list.querySelectorAll('.chosen')) {
            row.classList.remove('chosen');
        }
        rows.list.querySelector(`[data-row="${CSS.escape(key(group))}"]`)?.classList.add('chosen');
        const { reports } = await api.get('/reports', { state: state.state, kind: group.kind, q: group.host, limit: 100 }, { signal });
        const found = reports.filter(one => group.ids.includes(one.id)).slice(0, MOST_SHOWN);
        const [first] = found;
        if (opened !== group || first === undefined) {
            return; // another one was chosen, or somebody decided it
        }
        const now = h('div', null, h('p', { class: 'quiet' }, t('loading')));
        const plan = h('div');
        const reason = kept(h('input', { maxlength: 500, placeholder: t('reason.optional'), 'aria-label': t('reason.optional') }), 'report-reason');
        const isOpen = first.state === 'open';
        const target = select([['', t('reports.choose')], ...lists.map(one => [one.name, one.name])], into, value => {
            into = value;
            expect(group, plan);
        });
        put(detail, panel(t(`reports.${first.kind}.title`), facts([t('reports.url'), literal(first.url, 2000)], [t('reports.comment'), first.comment === '' ? '' : h('span', { class: 'comment' }, foreign(first.comment, 1000))],
            [t('reports.saw'), [word('verdict', first.verdict), first.list === '' ? '' : ` · ${first.list}`, first.expression === '' ? '' : [' · ', expression(first.expression)]]],
            [t('at'), time(first.at, { exact: true })], [t('reports.people'), number(group.people)]),
        group.ids.length < 2 ? null : h('details', { class: 'above' }, h('summary', null, t('reports.same', { n: group.ids.length })), h('ul', null, found.map(one =>
            h('li', null, literal(one.url, 200), one.comment === '' ? null : [' – ', foreign(one.comment, 200)])))),
        h('h3', null, t('reports.now')), now, plan,
        isOpen ? [first.kind === 'missed' ? h('div', { class: 'above' }, field(t('reports.into'), target)) : null, h('div', { class: 'above' }, reason),
            h('div', { class: 'actions' }, button([t('reports.accept'), ' ', h('kbd', null, 'A')], () => accept(group, false, reason), { kind: 'first', needs, key: 'report-accept', label: t('reports.accept') }),
                first.kind === 'wrong' ? button([t('reports.allow'), ' ', h('kbd', null, 'L')], () => accept(group, true, reason), { needs: needs || refusal('POST /allowed'), key: 'report-allow', label: t('reports.allow') }) : null,
                button([t('reports.reject'), ' ', h('kbd', null, 'X')], () => reject(group, reason), { kind: 'danger', needs: refusal('POST /reports/rejections'), key: 'report-reject', label: t('reports.reject') }),
                button([t('reports.skip'), ' ', h('kbd', null, '↓')], () => move(group), { kind: 'plain', key: 'report-skip', label: t('reports.skip') }))]
            : h('p', null, t(`reports.state.${first.state}`), ' · ', foreign(first.decidedBy, 60), ' · ', time(first.decidedAt), first.decisionReason === '' ? null : [': ', foreign(first.decisionReason, 500)])));
        try {
            const today = await api.post('/explanations', { url: first.url }, { signal });
            put(now, h('p', null, badge(word('verdict', today.now), today.now === 'listed' ? 'alarm' : ''), ' ', t(`lookup.now.${today.now}`), today.now === today.next ? null : [' ', t(`lookup.next.${today.next}`)]),
                today.matches.length === 0 ? null : h('ul', null, today.matches.slice(0, 6).map(match => h('li', null, word('match', match.state), ': ', expression(match.expression, match.scope), ' ', h('span', { class: 'quiet' }, match.list, ' ', foreign(match.source, 60))))),
                h('p', null, h('a', { href: link(['lookup']), on: { click: () => sessionStorage.setItem('bloomward-typed-lookup', first.url) } }, t('reports.lookup'))));
        } catch (e) {
            if (!signal.aborted) {
                put(now, problem(e));
            }
        }
        if (isOpen && needs === '') {
            expect(group, plan);
        }
    }

    async function expect(group, place) {
        if (group.kind === 'missed' && into === '' && lists.length > 1) {
            put(place);
            return;
        }
        try {
            const { outcomes } = await api.post('/reports/acceptances', { ...acceptance(group, false, ''), ids: group.ids.slice(0, 1), dryRun: true }, { signal });
            put(place, h('h3', null, t('reports.plan')), outcomes.map(one => one.effects.length === 0 ? h('p', null, foreign(one.message || word('report', one.outcome), 500))
                : h('ul', null, one.effects.map(effect => h('li', null, t(`effect.${effect.change}`), ' ', expression(effect.expression, effect.scope), effect.list === '' ? null : ` · ${effect.list}`)))));
        } catch (e) {
            if (!signal.aborted) {
                put(place, problem(e));
            }
        }
    }

    function acceptance(group, allow, reason) {
        const { kind } = group;
        return { ids: group.ids, list: kind === 'missed' ? into : '', scope: 'auto', category: '', allow, corrected: false, dryRun: false, reason };
    }

    async function accept(group, allow, reason) {
        if (needs !== '') {
            return;
        }
        if (group.kind === 'missed' && into === '' && lists.length > 1) {
            toast(t('reports.choose.first'));
            return;
        }
        await decide(group, () => api.post('/reports/acceptances', acceptance(group, allow, reason.value)), reason);
    }

    function reject(group, reason) {
        return decide(group, () => api.post('/reports/rejections', { ids: group.ids, reason: reason.value.trim() || t('reports.reject.reason') }), reason);
    }

    /** The next one is looked at where this one was; somebody else may have decided it meanwhile. */
    async function decide(group, act, reason) {
        const at = groups.indexOf(group);
        const hadFocus = rows.list.contains(document.activeElement) || detail.contains(document.activeElement);
        try {
            const { outcomes } = await act();
            const refused = outcomes.filter(one => one.outcome === 'refused' || one.outcome === 'held');
            if (refused.length === 0) {
                reason.forget();
            }
            toast(refused.length > 0 ? refused[0].message || t('reports.refused') : t('reports.done', { n: outcomes.length, outcome: word('report', outcomes[0]?.outcome ?? 'accepted') }));
        } catch (e) {
            toast(e.message);
        }
        opened = groups[at + 1] ?? groups[at - 1] ?? null;
        await rows.reload({ keepPlace: true });
        context.count();
        if (hadFocus) {
            focusRow(rows.list, rows.list.querySelector('.chosen') ?? rows.list.querySelector('[data-row]'));
        }
    }

    function move(group) {
        const next = groups[groups.indexOf(group) + 1];
        if (next !== undefined) {
            focusRow(rows.list, rows.list.querySelector(`[data-row="${CSS.escape(key(next))}"]`));
        }
    }

    rows.list.addEventListener('focusin', event => {
        const id = event.target.closest('[data-row]')?.dataset.row;
        const group = groups.find(one => key(one) === id);
        if (group !== undefined && (opened === null || key(opened) !== id)) {
            open(group);
        }
    });
    rows.list.addEventListener('click', event => event.target.closest('[data-row]')?.focus());
    walk(rows.list, pressed => {
        const name = { a: 'report-accept', l: 'report-allow', x: 'report-reject' }[pressed];
        detail.querySelector(`[data-key="${name}"]`)?.click();
        return name !== undefined;
    });

    put(body, news, h('div', { class: 'aside even' }, panel(t('reports.title'), h('div', { class: 'toolbar' }, kinds, find, states), rows.element,
        h('p', { class: 'keys above' }, [['↑ ↓', 'keys.move'], ['A', 'reports.accept'], ['L', 'reports.allow'], ['X', 'reports.reject']].map(([pressed, what]) => h('span', { class: 'nowrap' }, h('kbd', null, pressed), ' ', t(what), ' ')))), detail));
    await rows.reload();
    listen(({ event, data }) => {
        if (event === 'reports' || event === 'reset' || (event === 'audit' && /report/u.test(data.action))) {
            put(news, notice('info', h('p', null, t('reports.news')), h('p', { class: 'actions' }, button(t('show.new'), () => {
                put(news);
                return rows.reload({ keepPlace: true });
            }, { key: 'reports-news' }))));
        }
    });

    function reportRow(group) {
        return h('li', { class: 'row', 'data-row': key(group), 'data-key': `report-${key(group)}`, tabindex: -1 },
            literal(group.host, 160),
            h('span', null, badge(t(`reports.${group.kind}`), group.kind === 'wrong' ? 'care' : 'info'), group.people > 1 ? [' ', badge(`× ${number(group.people)}`)] : null),
            h('span', { class: 'small' }, time(group.lastAt), group.comment === '' ? null : [' · ', foreign(group.comment, 160)]));
    }
}

function key(group) {
    return String(group.ids[0]);
}
