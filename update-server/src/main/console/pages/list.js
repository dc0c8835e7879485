import { h, put } from '../core/dom.js';
import { parts } from '../core/parts.js';
import { link } from '../core/routes.js';
import { bytes, moment, number, t, word } from '../core/texts.js';
import { ask, badge, button, check, empty, expression, facts, field, foreign, kept, notice, panel, search, select,
    table, tell, time, toast } from '../core/ui.js';
import { addEntries, importList, removeEntries } from './bring.js';
import { diffView } from './diff.js';

/** One list: what would change, what it has, what it was. */

const TABS = ['draft', 'entries', 'versions', 'about'];

export const title = ([name, part]) => part === 'compare' ? t('compare.title', { list: name }) : name;

export async function show(context) {
    const { api, body, rest: [name, part], query, signal } = context;
    const list = await api.get(path(name), {}, { signal });
    if (part === 'compare') {
        await compare(context, list);
        return;
    }
    const tab = TABS.includes(query.get('tab')) ? query.get('tab') : 'draft';
    const place = h('div', { class: 'stack' });
    put(body, h('nav', { class: 'tabs', 'aria-label': t('list.parts') }, TABS.map(one =>
        h('a', { href: link(['lists', name], { tab: one === 'draft' ? '' : one }), 'aria-current': one === tab ? 'page' : null },
            t(`list.tab.${one}`)))), place);
    await { draft, entries, versions, about }[tab](context, list, place);
}

export function path(name) {
    return `/lists/${encodeURIComponent(name)}`;
}

// The draft

async function draft(context, list, place) {
    const { api, signal, query, address, listen, actions } = context;
    const left = h('div', { class: 'stack' });
    const right = h('div', { class: 'stack' });
    put(place, h('div', { class: 'aside' }, left, right));
    let seen;
    let since = new Date().toISOString();
    const look = () => api.get(`${path(list.name)}/draft`, {}, { signal });
    const draw = summary => {
        seen = summary;
        since = new Date().toISOString();
        const { diff } = summary;
        put(actions, addEntries(context, list), removeEntries(context, list), importList(context, list));
        put(left, changed, panel(diff.fromVersion === 0 ? t('draft.first') : t('draft.title', { version: number(diff.fromVersion) }), warnings(summary, list),
            diffView(context, {
                list: list.name,
                question: { draft: diff.draft },
                counts: diff,
                sources: Object.keys(diff.bySource),
                state: { q: query.get('q') ?? '', change: query.get('change') ?? '', source: query.get('source') ?? '' },
                onState: address,
                none: () => empty(t('draft.none'), t('draft.none.text')),
            })));
        put(right, nextStep(context, list, summary, refresh, stale), sourcesOf(diff));
    };
    const changed = h('div', { role: 'status' });
    const refresh = async () => {
        put(changed);
        draw(await look());
    };
    /** Something else is there than what was seen: says what, and changes nothing under the eyes of the reader. */
    const stale = async () => {
        const now = await look();
        if (now.diff.draft === seen.diff.draft) {
            put(right, nextStep(context, list, seen = now, refresh, stale), sourcesOf(now.diff));
            return;
        }
        put(changed, notice('care', h('p', null, h('strong', null, t('draft.moved')), ' ',
            t('draft.moved.text', { was: counts(seen.diff), now: counts(now.diff), who: now.authors.join(', ') || '–' })),
        h('p', { class: 'actions' }, button(t('draft.show'), refresh, { kind: 'first', key: 'draft-show' }),
            h('a', { class: 'button', href: link(['lists', list.name], { tab: 'entries', since }) }, t('draft.new')))));
    };
    draw(await look());
    let timer = 0;
    listen(({ event, data }) => {
        if (event === 'reset' || event === 'back' || (event === 'audit' && (data.subject === undefined || data.subject === ''
            || data.subject.includes(list.name) || /feed|hold|allow|publi|report/u.test(data.action)))) {
            clearTimeout(timer);
            timer = setTimeout(() => stale().catch(() => null), 400);
        }
    });
}

function counts({ added, removed, changed }) {
    return [`+${number(added)}`, `−${number(removed)}`, `~${number(changed)}`].join(' ');
}

function warnings({ diff }, list) {
    return [
        diff.hits.length === 0 ? null : notice('alarm', h('p', null, t('draft.hits', { n: diff.hits.length })), names(diff.hits)),
        diff.allowed.length === 0 ? null : notice('care', h('p', null, t('draft.allowed', { n: diff.allowed.length })), names(diff.allowed)),
        diff.newKeys ? notice('care', t('draft.keys')) : null,
        diff.widened > 0 ? notice('care', t('draft.widened', { n: diff.widened })) : null,
        diff.held === 0 ? null : notice('info', t('draft.held', { n: diff.held }), ' ',
            h('a', { href: link(['holds'], { list: list.name }) }, t('draft.held.look'))),
    ].map(one => one === null ? null : h('div', { class: 'above' }, one));
}

function names(texts) {
    return h('ul', null, texts.slice(0, 12).map(text => h('li', null, foreign(text))),
        texts.length > 12 ? h('li', null, t('more.n', { n: texts.length - 12 })) : null);
}

function sourcesOf({ bySource }) {
    const rows = Object.entries(bySource);
    return rows.length === 0 ? null : panel(t('draft.sources'), table(t('draft.sources'), [{ name: t('source') },
        { name: '+', right: true }, { name: '−', right: true }, { name: '~', right: true }],
    rows.map(([name, one]) => [foreign(name, 60), number(one.added), number(one.removed), number(one.changed)])));
}

/** The talk about this draft, and what may be done now. */
function nextStep(context, list, summary, refresh, stale) {
    const { refusal } = context;
    const { diff, authors, review, mayApprove, mayPublish } = summary;
    const isEmpty = diff.added + diff.removed + diff.changed === 0 && !diff.newKeys;
    if (isEmpty) {
        return panel(t('step.title'), h('p', null, t('step.none')), list.version > 0
            ? h('p', null, h('a', { href: link(['lists', list.name], { tab: 'versions' }) }, t('step.versions'))) : null);
    }
    const requested = review.some(one => one.kind === 'request' && one.isCurrent);
    const state = !diff.needsReview ? null : diff.approvals.length > 0 ? badge(t('step.approved'), 'good')
        : review.some(one => one.kind === 'decline' && one.isCurrent) ? badge(t('step.declined'), 'alarm')
            : requested ? badge(t('step.requested'), 'info') : badge(t('step.unreviewed'), 'care');
    return panel(t('step.title'),
        facts([t('step.changes'), h('span', { class: 'nowrap' }, counts(diff))], [t('step.by'), authors.length === 0 ? '' : foreign(authors.join(', '), 200)],
            [t('step.download'), diff.deltaBytes > 0 ? bytes(diff.deltaBytes) : t('step.whole', { size: bytes(diff.packedBytes) })],
            [t('step.review'), state], [t('step.approvals'), diff.approvals.length === 0 ? '' : foreign(diff.approvals.join(', '), 200)]),
        review.length === 0 ? null : [h('h3', null, t('step.talk')), h('ul', { class: 'talk' }, review.map(one => h('li', { class: one.isCurrent ? null : 'quiet' },
            h('div', null, badge(t(`talk.${one.kind}`), { decline: 'alarm', approve: 'good' }[one.kind] ?? 'info'), ' ',
                h('strong', null, foreign(one.by, 60)), ' ', time(one.at), one.isCurrent ? null : [' ', t('talk.earlier')]),
            one.note === '' ? null : h('p', { class: 'note' }, foreign(one.note, 2000)))))],
        h('div', { class: 'steps' },
            diff.needsReview ? [
                requestButton(context, list, diff, refresh, stale),
                decideButton('approve', context, list, diff, refusal('POST /lists/{list}/approvals') || mayApprove, refresh, stale),
                decideButton('decline', context, list, diff, refusal('POST /lists/{list}/review/declines'), refresh, stale)] : null,
            publishButton(context, list, diff, refusal('POST /publications') || mayPublish, refresh, stale)));
}

/** Where what was seen is no longer there, the page shows what changed, and nothing was done. */
function guarded(act, stale) {
    return async () => {
        try {
            return await act();
        } catch (e) {
            if (e.code === 'draft-changed') {
                await stale();
            }
            throw e;
        }
    };
}

function requestButton({ api, refusal }, list, diff, refresh, stale) {
    return button(t('step.request'), async () => {
        const note = kept(h('textarea', { maxlength: 2000, rows: 4 }), `request-${list.name}`);
        const done = await ask({ title: t('step.request.title', { list: list.name }), confirm: t('step.request'),
            body: [h('p', null, t('step.request.text', { changes: counts(diff) })), field(t('step.request.note'), note)],
            act: guarded(() => api.post(`${path(list.name)}/review/requests`, { draft: diff.draft, note: note.value }), stale) });
        if (done) {
            note.forget();
            toast(t('step.requested.said'));
            await refresh();
        }
    }, { kind: refusal('POST /publications') === '' ? '' : 'first', needs: refusal('POST /lists/{list}/review/requests'), key: 'request' });
}

function decideButton(kind, { api }, list, diff, needs, refresh, stale) {
    return button(t(`step.${kind}`), async () => {
        const note = kept(h('textarea', { maxlength: 2000, rows: 4, required: kind === 'decline' }), `${kind}-${list.name}`);
        const done = await ask({ title: t(`step.${kind}.title`, { list: list.name }), confirm: t(`step.${kind}`), danger: kind === 'decline',
            body: [h('p', null, t(`step.${kind}.text`, { changes: counts(diff) })),
                kind === 'decline' ? field(t('step.decline.note'), note) : h('p', { class: 'quiet' }, t('step.digest'), ' ', h('code', null, diff.draft.slice(0, 16)))],
            act: guarded(() => kind === 'approve' ? api.post(`${path(list.name)}/approvals`, { draft: diff.draft })
                : api.post(`${path(list.name)}/review/declines`, { draft: diff.draft, note: note.value }), stale) });
        if (done) {
            note.forget();
            toast(t(`step.${kind}.said`));
            await refresh();
        }
    }, { kind: kind === 'decline' ? 'danger' : '', needs, key: kind });
}

function publishButton(context, list, diff, needs, refresh, stale) {
    const { jobs, me } = context;
    return button(t('step.publish'), async () => {
        const note = kept(h('input', { maxlength: 200 }), `publish-${list.name}`);
        let report;
        const done = await ask({ title: t('step.publish.title', { list: list.name }), confirm: t('step.publish'),
            body: [h('p', null, t('step.publish.text', { changes: counts(diff), size: diff.deltaBytes > 0 ? bytes(diff.deltaBytes) : bytes(diff.packedBytes) })),
                me.keys.publisher ? null : notice('care', h('p', null, t('step.publish.keys')), h('p', null, me.keys.words)),
                field(t('note.optional'), note)],
            act: guarded(async () => {
                report = await jobs.run('/publications', { lists: [list.name], all: false, dryRun: false, note: note.value, drafts: [diff.draft] });
            }, stale) });
        if (done) {
            note.forget();
            tellPublication(report);
            context.again();
        }
    }, { kind: 'first', needs, key: 'publish' });
}

export function tellPublication(report) {
    if (report.refused.length > 0 || report.pending) {
        tell({ title: t(report.pending ? 'published.pending' : 'published.refused'), body: [report.message === '' ? null : h('p', null, report.message),
            h('ul', null, report.refused.map(one => h('li', null, h('strong', null, one.name), ': ', one.message))),
            report.pending ? h('p', null, h('a', { href: link(['access']) }, t('waits.sign'))) : null] });
    } else {
        toast(report.lists.length === 0 ? t('published.same')
            : t('published.said', { lists: report.lists.map(one => `${one.name} ${number(one.version)}`).join(', ') }));
    }
}

// The entries

async function entries(context, list, place) {
    const { api, signal, query, address, actions, refusal } = context;
    let state = { pattern: query.get('q') ?? '', source: query.get('source') ?? '', since: query.get('since') ?? '' };
    let change = '';
    const chosen = new Set();
    put(actions, addEntries(context, list), removeEntries(context, list), importList(context, list));
    const bar = h('div', { class: 'bar', hidden: true });
    const rows = parts({
        label: t('entries.label'), signal,
        load: async (after, limit) => {
            const part = await api.get(`${path(list.name)}/entries`, { ...state, change: after === '' ? '' : change, after, limit }, { signal });
            change = part.change;
            const isAll = state.pattern === '' && state.source === '' && state.since === '';
            return { rows: part.entries, next: part.next, total: isAll ? list.entries : undefined };
        },
        row: one => {
            const box = h('input', { type: 'checkbox', 'aria-label': t('choose', { what: one.expression }), checked: chosen.has(one.expression),
                on: { change: () => {
                    chosen[box.checked ? 'add' : 'delete'](one.expression);
                    drawBar();
                } } });
            return h('li', { class: 'row pick' }, h('span', { class: 'check-cell' }, box), expression(one.expression, one.scope),
                h('span', { class: 'quiet' }, foreign(one.source, 60)),
                h('span', { class: 'small' }, one.category, ' · ', time(one.since), ' · ', foreign(one.by, 60),
                    one.reason === '' ? null : [' · ', foreign(one.reason, 200)],
                    one.expires === '' ? null : [' · ', t('until', { when: moment(one.expires) })]));
        },
        none: () => state.pattern + state.source + state.since === '' ? empty(t('entries.none'), t('entries.none.text'))
            : empty(t('entries.nothing'), t('entries.nothing.text')),
    });
    const drawBar = () => {
        bar.hidden = chosen.size === 0;
        put(bar, t('chosen', { n: chosen.size }), button(t('entries.remove'), async () => {
            const done = await ask({ title: t('entries.remove.title', { n: chosen.size, list: list.name }), confirm: t('entries.remove'), danger: true,
                body: h('ul', null, [...chosen].slice(0, 12).map(one => h('li', null, expression(one))), chosen.size > 12 ? h('li', null, t('more.n', { n: chosen.size - 12 })) : null),
                act: () => api.post(`${path(list.name)}/removals`, { urls: [...chosen], scope: 'auto', reason: '', expires: '' }) });
            if (done) {
                toast(t('entries.removed', { n: chosen.size }));
                chosen.clear();
                drawBar();
                await rows.reload({ keepPlace: true });
            }
        }, { kind: 'danger', needs: refusal('POST /lists/{list}/removals'), key: 'remove' }),
        button(t('choose.none'), () => {
            chosen.clear();
            drawBar();
            return rows.reload({ keepPlace: true });
        }, { kind: 'plain', key: 'choose-none' }));
    };
    const choose = values => {
        state = { ...state, ...values };
        address({ tab: 'entries', q: state.pattern, source: state.source, since: state.since });
        return rows.reload();
    };
    put(place, panel(t('entries.title'), h('div', { class: 'toolbar' }, search(t('entries.search'), state.pattern, pattern => choose({ pattern })),
        list.sources.length < 2 ? null : select([['', t('source.all')], ...list.sources.map(one => [one.name, `${one.name} (${number(one.entries)})`])],
            state.source, source => choose({ source }), { 'aria-label': t('source') }),
        state.since === '' ? null : h('span', null, badge(t('entries.since', { when: moment(state.since) }), 'info'), ' ',
            button(t('entries.since.all'), () => {
                location.hash = link(['lists', list.name], { tab: 'entries' });
            }, { kind: 'plain' }))),
    h('p', { class: 'hint' }, t('entries.hint')), rows.element, bar));
    await rows.reload();
}

// The versions

async function versions({ api, signal }, list, place) {
    const rows = parts({
        label: t('versions.label'), signal, limit: 50,
        load: async (after, limit) => {
            const part = await api.get(`${path(list.name)}/versions`, { before: after, limit }, { signal });
            return { rows: part.versions, next: part.next > 0 ? String(part.next) : '' };
        },
        row: one => h('li', { class: 'row' },
            h('span', null, h('strong', null, t('version.n', { version: number(one.version) })), ' ', one.isPublished ? badge(t('version.now'), 'good') : null, ' ',
                h('span', { class: 'nowrap' }, t('version.entries', { n: one.entries })), ' ',
                h('span', { class: 'added nowrap' }, `+${number(one.added)}`), ' ', h('span', { class: 'removed nowrap' }, `−${number(one.removed)}`)),
            h('span', { class: 'actions' },
                h('a', { class: 'button', href: link(['lists', list.name, 'compare'], { to: one.version }) }, t('version.changes')),
                one.isPublished ? null : h('a', { class: 'button', href: link(['lists', list.name, 'compare'], { from: list.version, to: one.version, back: 1 }) }, t('version.return'))),
            h('span', { class: 'small' }, time(one.at, { exact: true }), ' · ', foreign(one.actor, 60), one.note === '' ? null : [' · ', foreign(one.note, 200)],
                one.returnable || one.isPublished ? null : [' · ', one.reason])),
        none: () => empty(t('versions.none'), t('versions.none.text')),
    });
    put(place, panel(t('versions.title'), rows.element));
    await rows.reload();
}

// Two states beside one another, and the way back to an earlier one

async function compare(context, list) {
    const { body, query, refusal, jobs, address } = context;
    const from = Number(query.get('from') ?? 0);
    const to = Number(query.get('to') ?? 0);
    const isReturn = query.get('back') === '1' && to > 0;
    const name = version => t('version.n', { version: number(version) });
    const heading = to === 0 ? t('compare.panel', { from: from === 0 ? t('compare.published') : name(from), to: t('compare.draft') })
        : from === 0 ? t('compare.of', { version: number(to) }) : t('compare.panel', { from: name(from), to: name(to) });
    const version = (label, value, key) => field(label, h('input', { type: 'number', min: 0, max: list.version, value, on: { change: event => {
        location.hash = link(['lists', list.name, 'compare'], { from, to, [key]: event.target.value });
    } } }));
    const diff = diffView(context, {
        list: list.name, question: { from, to }, sources: list.sources.map(one => one.name),
        state: { q: query.get('q') ?? '', change: query.get('change') ?? '', source: query.get('source') ?? '' },
        onState: state => address({ from, to, back: isReturn ? 1 : '', ...state }),
        none: () => empty(t('compare.same'), ''),
    });
    put(body, h('p', null, h('a', { href: link(['lists', list.name], { tab: 'versions' }) }, t('compare.back', { list: list.name }))),
        isReturn ? panel(t('return.title', { version: number(to) }), h('p', null, t('return.text', { version: number(to), now: number(list.version) })),
            h('p', { class: 'actions' }, button(t('return.do', { version: number(to) }), async () => {
                const note = kept(h('input', { maxlength: 200 }), `return-${list.name}`);
                let report;
                const done = await ask({ title: t('return.title', { version: number(to) }), confirm: t('return.do', { version: number(to) }), danger: true,
                    body: [h('p', null, t('return.sure')), field(t('note.optional'), note)],
                    act: async () => {
                        report = await jobs.run('/rollbacks', { list: list.name, to, note: note.value, from: list.version });
                    } });
                if (done) {
                    note.forget();
                    tellPublication(report);
                    location.hash = link(['lists', list.name], { tab: 'versions' });
                }
            }, { kind: 'first', needs: refusal('POST /rollbacks'), key: 'return' }))) : null,
        panel(heading, isReturn ? null : h('div', { class: 'toolbar versions' },
            version(t('compare.from'), from, 'from'), version(t('compare.to'), to, 'to')), diff));
}

// The properties of the list

async function about(context, list, place) {
    const { api, refusal, again } = context;
    const settle = async (question, act) => {
        if (await ask({ ...question, act })) {
            again();
        }
    };
    put(place, h('div', { class: 'two' },
        panel(t('about.title'), facts([t('list.name'), h('code', null, list.name)], [t('list.title'), foreign(list.title, 200)],
            [t('list.category'), list.category], [t('list.published'), number(list.published)], [t('about.draft'), number(list.entries)],
            [t('about.capacity'), `${number(list.capacity)} (${t('about.planned', { n: list.plannedEntries })})`],
            [t('about.created'), moment(list.createdAt)], [t('about.keys'), t('about.width', { n: list.width })]),
        h('p', { class: 'actions above' }, button(t('about.rename'), async () => {
            const text = h('input', { value: list.title, maxlength: 200 });
            await settle({ title: t('about.rename'), confirm: t('save'), body: field(t('list.title'), text) },
                () => api.post(`${path(list.name)}/details`, { title: text.value.trim(), removeTitle: text.value.trim() === '', category: '' }));
        }, { needs: refusal('POST /lists/{list}/details'), key: 'rename' }))),
        panel(t('list.review'), h('p', null, t(list.needsReview ? 'about.review.on' : 'about.review.off')), list.waiting === '' ? null : notice('care', list.waiting),
            h('p', { class: 'actions' }, button(t(list.needsReview ? 'about.review.end' : 'about.review.begin'), () =>
                settle({ title: t(list.needsReview ? 'about.review.end' : 'about.review.begin'), confirm: t(list.needsReview ? 'about.review.end' : 'about.review.begin'),
                    body: h('p', null, t(list.needsReview ? 'about.review.end.text' : 'about.review.begin.text')) },
                () => api.post(`${path(list.name)}/review`, { needsReview: !list.needsReview })),
            { needs: refusal('POST /lists/{list}/review'), key: 'review' })))),
    panel(t('about.sources'), list.sources.length === 0 ? empty(t('about.sources.none'), '') : table(t('about.sources'), [{ name: t('source') }, { name: t('about.kind') },
        { name: t('list.category') }, { name: t('about.entries'), right: true }],
    list.sources.map(one => [h('a', { href: link(['lists', list.name], { tab: 'entries', source: one.name }) }, foreign(one.name, 60)), word('kind', one.kind), one.category, number(one.entries)]))),
    panel(t('about.end'), h('p', null, t('about.delete.text')), h('p', { class: 'actions' }, button(t('about.delete'), async () => {
        const typed = h('input', { autocomplete: 'off', class: 'code' });
        const reason = h('input', { maxlength: 200 });
        const said = check(t('about.delete.sure'), h('input', { type: 'checkbox' }));
        await settle({ title: t('about.delete.title', { list: list.name }), confirm: t('about.delete'), danger: true,
            body: [h('p', null, t('about.delete.text')), field(t('about.delete.name', { list: list.name }), typed), field(t('reason'), reason), said] },
        async () => {
            if (typed.value.trim() !== list.name || !said.querySelector('input').checked) {
                throw new Error(t('about.delete.name', { list: list.name }));
            }
            await api.post(`${path(list.name)}/deletion`, { reason: reason.value });
        });
    }, { kind: 'danger', needs: refusal('POST /lists/{list}/deletion'), key: 'delete' }))));
}

