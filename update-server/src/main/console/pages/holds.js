import { h, put } from '../core/dom.js';
import { mark, walk } from '../core/keys.js';
import { parts } from '../core/parts.js';
import { link } from '../core/routes.js';
import { number, t, word } from '../core/texts.js';
import { ask, badge, button, chips, empty, expression, facts, field, foreign, kept, notice, panel, search, select, tell, time, toast } from '../core/ui.js';

/** Changes that a guard kept out of the drafts, until a person decides. */

const SORTS = ['oldest', 'newest', 'popular'];
const STATES = ['open', 'released', 'rejected', 'withdrawn'];
const MOST_UNDONE = 100_000;

export const title = () => t('nav.holds');

export async function show(context) {
    const { api, body, query, signal, address, listen, refusal } = context;
    let state = { state: query.get('state') ?? 'open', list: query.get('list') ?? '', source: query.get('source') ?? '',
        reason: query.get('reason') ?? '', sort: query.get('sort') ?? 'oldest', q: query.get('q') ?? '' };
    let answer = { counts: {}, bySource: {}, upTo: 0, total: 0 };
    let onPage = [];
    let isAll = false;
    const chosen = new Map();
    const news = h('div', { role: 'status' });
    const reasonPlace = h('div', { class: 'toolbar' });
    const choices = h('div', { class: 'whole' });
    const ages = h('div');
    const bar = h('div', { class: 'bar' });
    const needs = refusal('POST /holds/decisions');
    const rows = parts({
        label: t('holds.label'), signal, className: 'holds',
        load: async (after, limit) => {
            answer = await api.get('/holds', { ...state, after, limit }, { signal });
            return { rows: answer.holds, next: answer.next, total: answer.total };
        },
        row: one => holdRow(one, chosen, state, drawBar),
        none: () => state.state !== 'open' || filters().length > 0 ? empty(t('holds.nothing'), t('holds.nothing.text'))
            : empty(t('holds.none'), t('holds.none.text')),
        onShown: (list, shown) => {
            onPage = shown;
            mark(list, list.querySelector('[data-row]'));
            drawTools();
            drawBar();
        },
    });
    const field1 = search(t('holds.search'), state.q, q => q !== state.q && choose({ q }));

    function filters() {
        return ['list', 'source', 'reason', 'q'].filter(name => state[name] !== '');
    }

    function choose(values) {
        state = { ...state, ...values };
        chosen.clear();
        isAll = false;
        address({ ...state, state: state.state === 'open' ? '' : state.state, sort: state.sort === 'oldest' ? '' : state.sort });
        return rows.reload();
    }

    function drawTools() {
        const reasons = Object.entries(answer.counts);
        const sources = Object.entries(answer.bySource);
        put(reasonPlace, chips(t('holds.reason'), (reasons.length === 0 && state.reason !== '' ? [[state.reason, 0]] : reasons)
                .map(([reason, count]) => [reason, word('reason', reason), number(count)]), state.reason, reason => choose({ reason })));
        put(choices, sources.length === 0 && state.source === '' && state.list === '' ? null : select([['', t('source.all')],
                    ...sourceChoices(sources, state)], state.list === '' ? '' : `${state.list}/${state.source}`, value => {
                    const [list, ...rest] = value.split('/');
                    return choose({ list, source: rest.join('/') });
                }, { 'aria-label': t('source'), 'data-key': 'hold-source' }),
                select(SORTS.map(sort => [sort, t(`holds.sort.${sort}`)]), state.sort, sort => choose({ sort }), { 'aria-label': t('holds.sort'), 'data-key': 'hold-sort' }),
                select(STATES.map(one => [one, t(`holds.state.${one}`)]), state.state, one => choose({ state: one }), { 'aria-label': t('holds.state'), 'data-key': 'hold-state' }));
        put(ages, answer.byAge === undefined || state.state !== 'open' || answer.total === 0 ? null : h('p', { class: 'hint' }, t('holds.ages', answer.byAge)));
    }

    function drawBar() {
        const total = answer.total;
        bar.hidden = total === 0 || onPage.length === 0 || !['open', 'released', 'rejected'].includes(state.state);
        const count = isAll ? total : chosen.size;
        const all = h('input', { type: 'checkbox', id: 'hold-all', 'data-key': 'hold-all', checked: onPage.length > 0 && (isAll || onPage.every(one => chosen.has(one.id))),
            indeterminate: !isAll && chosen.size > 0 && !onPage.every(one => chosen.has(one.id)), on: { change: () => {
                isAll = false;
                onPage.forEach(one => all.checked ? chosen.set(one.id, one) : chosen.delete(one.id));
                for (const box of rows.list.querySelectorAll('input[type="checkbox"]')) {
                    box.checked = all.checked;
                    box.closest('.row').classList.toggle('chosen', all.checked);
                }
                drawBar();
            } } });
        const isUndo = state.state !== 'open';
        put(bar, h('span', { class: 'check' }, all, h('label', { for: 'hold-all' }, t('holds.page'))),
            count === 0 ? h('span', { class: 'quiet' }, t('holds.choose')) : h('strong', null, t('chosen', { n: count })),
            !isUndo && !isAll && total > onPage.length && onPage.every(one => chosen.has(one.id)) ? button(t('holds.all', { n: total }), () => {
                isAll = true;
                drawBar();
            }, { kind: 'plain', key: 'hold-every' }) : null,
            isUndo ? button(t('holds.reopen'), () => reopen([...chosen.keys()]), { needs, isOff: count === 0, key: 'hold-reopen' })
                : [button(t('holds.release'), () => decide(true), { kind: 'first', needs, isOff: count === 0, key: 'hold-release' }),
                    button(t('holds.reject'), () => decide(false), { kind: 'danger', needs, isOff: count === 0, key: 'hold-reject' })],
            h('span', { class: 'keys' }, [['↑ ↓', 'keys.move'], [t('keys.space'), 'keys.choose'], ...isUndo ? [] : [['R', 'keys.release'], ['X', 'keys.reject']], ['Enter', 'keys.details']]
                .map(([key, what]) => h('span', { class: 'nowrap' }, h('kbd', null, key), ' ', t(what), ' '))));
    }

    /** Names what was seen: these holds, or all that fit up to the highest number seen. */
    async function decide(release) {
        const count = isAll ? answer.total : chosen.size;
        if (count === 0 || needs !== '') {
            return;
        }
        const reason = kept(h('input', { type: 'text', maxlength: 500, required: true }), release ? 'release-reason' : 'reject-reason');
        const examples = [...chosen.values()].slice(0, 6);
        let report;
        const done = await ask({
            title: t(release ? 'holds.release.title' : 'holds.reject.title', { n: count }), confirm: t(release ? 'holds.release' : 'holds.reject'), danger: !release,
            body: [isAll ? h('p', null, t('holds.all.text', { n: count, filter: filters().map(name => `${t(`holds.by.${name}`)} ${state[name]}`).join(', ') || t('holds.unfiltered') }))
                : h('ul', null, examples.map(one => h('li', null, one.expression === '' ? foreign(one.detail) : expression(one.expression, one.scope), ' ', h('span', { class: 'quiet' }, word('reason', one.reason)))),
                    count > examples.length ? h('li', null, t('more.n', { n: count - examples.length })) : null),
            h('p', null, t(release ? 'holds.release.text' : 'holds.reject.text')), field(t('reason'), reason)],
            act: async () => {
                if (reason.value.trim() === '') {
                    throw new Error(t('reason.needed'));
                }
                if (isAll && state.q !== '') {
                    throw new Error(t('holds.all.search'));
                }
                report = await api.post('/holds/decisions', isAll
                    ? { ids: [], all: true, list: state.list, source: state.source, heldFor: state.reason, upTo: answer.upTo, release, reason: reason.value }
                    : { ids: [...chosen.keys()], all: false, list: '', source: '', heldFor: '', upTo: 0, release, reason: reason.value });
            },
        });
        if (!done) {
            return;
        }
        const ids = report.ids.slice(0, MOST_UNDONE);
        reason.forget();
        chosen.clear();
        isAll = false;
        await rows.reload({ keepPlace: onPage.length > count });
        context.count();
        if (report.needOther.length > 0) {
            tell({ title: t('holds.other', { n: report.needOther.length }), body: [h('p', null, t('holds.other.text')), h('p', null, t('holds.decided', { n: report.decided }))] });
        }
        toast(t(release ? 'holds.released' : 'holds.rejected', { n: report.decided }), ids.length === 0 ? undefined : () => undo(ids));
    }

    async function undo(ids) {
        const done = await api.post('/holds/reopenings', { ids, reason: t('holds.undo.reason') });
        await rows.reload();
        context.count();
        toast(t('holds.reopened', { n: done.reopened }));
    }

    async function reopen(ids) {
        if (ids.length === 0) {
            return;
        }
        const reason = h('input', { type: 'text', maxlength: 500, required: true });
        if (await ask({ title: t('holds.reopen.title', { n: ids.length }), confirm: t('holds.reopen'), body: field(t('reason'), reason),
            act: () => api.post('/holds/reopenings', { ids, reason: reason.value }) })) {
            chosen.clear();
            await rows.reload();
            context.count();
        }
    }

    walk(rows.list, (key, row) => {
        const one = onPage.find(({ id }) => String(id) === row.dataset.row);
        if (one === undefined) {
            return false;
        }
        if (key === ' ') {
            row.querySelector('input').click();
        } else if (key === 'Enter') {
            details(one);
        } else if ((key === 'r' || key === 'x') && state.state === 'open') {
            if (chosen.size === 0 && !isAll) {
                row.querySelector('input').click();
            }
            decide(key === 'r');
        } else {
            return false;
        }
        return true;
    });

    // The field stays where it is, with the focus and what is being typed.
    put(body, news, panel(t('holds.title'), reasonPlace, h('div', { class: 'toolbar' }, field1, choices), ages, rows.element, bar));
    await rows.reload();
    listen(({ event, data }) => {
        if (event === 'reset' || (event === 'audit' && (/hold|import|feed/u.test(data.action)))) {
            put(news, notice('info', h('p', null, t('holds.news', { who: data.actor ?? '–' })), h('p', { class: 'actions' }, button(t('show.new'), () => {
                put(news);
                return rows.reload({ keepPlace: true });
            }, { key: 'holds-news' }))));
            rows.list.dataset.stale = 'true';
        }
    });
}

function sourceChoices(sources, { list, source }) {
    const found = new Map(sources.map(([name, count]) => [name, `${name} (${number(count)})`]));
    if (list !== '' && !found.has(`${list}/${source}`)) {
        found.set(`${list}/${source}`, source === '' ? list : `${list}/${source}`);
    }
    return [...found];
}

function holdRow(one, chosen, state, onChoose) {
    const box = h('input', { type: 'checkbox', tabindex: -1, 'aria-label': t('choose', { what: one.expression || one.detail }), checked: chosen.has(one.id), on: { change: () => {
        if (box.checked) {
            chosen.set(one.id, one);
        } else {
            chosen.delete(one.id);
        }
        row.classList.toggle('chosen', box.checked);
        onChoose();
    } } });
    const row = h('li', { class: `row pick${chosen.has(one.id) ? ' chosen' : ''}`, 'data-row': one.id, 'data-key': `hold-${one.id}`, tabindex: -1 },
        h('span', { class: 'check-cell' }, box),
        h('span', null, one.expression === '' ? h('strong', null, t('holds.whole')) : expression(one.expression, one.scope)),
        h('span', null, badge(word('reason', one.reason), one.reason === 'protected-host' || one.reason === 'public-suffix' ? 'alarm' : 'care'),
            one.popular === '' || one.expression === `${one.popular}/` ? null : [' ', badge(t('holds.popular', { host: one.popular }))]),
        h('span', { class: 'small' }, foreign(one.list === '' ? t('nav.allow') : `${one.list} / ${one.source}`, 100), ' · ', time(one.at), ' · ', foreign(one.detail, 300),
            state.state === 'open' ? null : [' · ', t(`holds.state.${one.state}`), ' ', foreign(one.decidedBy, 60), one.decisionReason === '' ? '' : ': ', foreign(one.decisionReason, 200)]));
    return row;
}

function details(one) {
    tell({ title: t('holds.details'), wide: true, body: [facts(
        [t('entry'), one.expression === '' ? '' : expression(one.expression, one.scope)], [t('holds.reason'), word('reason', one.reason)],
        [t('holds.detail'), foreign(one.detail, 1000)], [t('holds.remedy'), one.remedy],
        [t('holds.popular.name'), one.popular === '' ? '' : foreign(one.popular, 100)],
        [t('list.name'), one.list === '' ? t('nav.allow') : h('a', { href: link(['lists', one.list]) }, one.list)], [t('source'), foreign(one.source, 100)],
        [t('line.name'), one.line > 0 ? number(one.line) : ''], [t('list.category'), one.category], [t('reason'), one.entryReason === '' ? '' : foreign(one.entryReason, 1000)],
        [t('by'), foreign(one.by, 100)], [t('at'), time(one.at, { exact: true })],
        [t('holds.decidedby'), one.decidedBy === '' ? '' : [foreign(one.decidedBy, 100), ', ', time(one.decidedAt, { exact: true })]], [t('holds.why'), one.decisionReason === '' ? '' : foreign(one.decisionReason, 1000)])] });
}
