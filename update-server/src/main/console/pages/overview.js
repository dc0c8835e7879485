import { h, put } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { plot } from '../core/plot.js';
import { link } from '../core/routes.js';
import { day, hour, moment, number, percent, relative, t, word } from '../core/texts.js';
import { daysUntil } from '../core/format.js';
import { badge, empty, foreign, panel, table, time } from '../core/ui.js';
import { feedState } from './feeds.js';
import { createList } from './lists.js';

/** What waits for somebody, and whether everybody is protected. */

const ROOT_DAYS = 60;
const RENEWAL_DAYS = 2;
const AGES = ['current', '2h', '12h', '2d', 'older', 'unknown'];
const MOST_LINES = 5;

export const title = () => t('nav.overview');

export async function show(context) {
    const { api, body, signal, listen } = context;
    const places = { waits: h('div'), figures: h('div'), lists: h('div'), plots: h('div', { class: 'two' }), doings: h('div') };
    put(body, places.waits, places.figures, places.lists, places.plots, places.doings);
    const load = async background => {
        const options = { signal, background };
        const status = await api.get('/status', {}, options);
        const [lists, holds, reports, feeds, publications, pending, diff] = await Promise.all([
            api.get('/lists', {}, options), api.get('/holds', { limit: 1 }, options), api.get('/reports', { limit: 1 }, options),
            api.get('/feeds', {}, options), api.get('/publications', { limit: 12 }, options),
            status.pending ? api.get('/publications/pending', {}, options) : null, api.get('/diff', {}, options)]);
        const now = { lists: lists.lists, leaving: lists.leaving, holds, reports, feeds: feeds.feeds, status,
            publications: publications.publications, pending, diff: new Map(diff.lists.map(one => [one.name, one])) };
        put(places.waits, waiting(context, now));
        put(places.figures, figures(now));
        put(places.lists, listTable(now));
        put(places.doings, doings(now));
    };
    await load(false);
    plots(context, places.plots).catch(() => null); // they may come later; without history there are none
    let timer = 0;
    listen(({ event }) => {
        if (event === 'audit' || event === 'reset' || event === 'reports' || event === 'back') {
            clearTimeout(timer);
            timer = setTimeout(() => load(true).catch(() => null), 400);
        }
    });
}

/** @returns {{kind: string, picture: string, text: string, more?: string, to: string, go: string}[]} the gravest first */
function matters({ lists, holds, reports, feeds, status, pending, diff }) {
    const found = [];
    const add = (kind, picture, text, more, to, go) => found.push({ kind, picture, text, more, to, go });
    for (const { name, trouble } of status.checks.filter(one => one.trouble !== '' && one.name !== 'feeds')) {
        add('alarm', 'alarm', `${word('check', name)}: ${trouble}`, '', link(['access']), t('waits.look'));
    }
    if (!status.keys.timestamp) {
        add('alarm', 'alarm', t('waits.timestamp'), t('waits.timestamp.more'), link(['access']), t('waits.keys'));
    }
    if (daysUntil(status.expires, Date.now()) < RENEWAL_DAYS) {
        add('alarm', 'alarm', t('waits.expires', { when: relative(status.expires) }), t('waits.expires.more'), link(['access']), t('waits.keys'));
    }
    if (daysUntil(status.rootExpires, Date.now()) < ROOT_DAYS) {
        add('care', 'care', t('waits.root', { when: relative(status.rootExpires) }), t('waits.root.more'), link(['access']), t('waits.keys'));
    }
    if (pending !== null) {
        add('care', 'care', t('waits.pending', { have: pending.signatures, need: pending.needed }), t('waits.pending.more'),
            link(['access']), t('waits.sign'));
    }
    for (const feed of feeds.filter(one => ['failed', 'lost'].includes(feedState(one)))) {
        add(feedState(feed) === 'lost' ? 'alarm' : 'care', 'care', t('waits.feed', { name: feed.name }), feed.lastError,
            link(['feeds'], { state: feedState(feed) }), t('waits.look'));
    }
    for (const list of lists) {
        const change = diff.get(list.name);
        const count = change === undefined ? 0 : change.added + change.removed + change.changed;
        if (count > 0) {
            const more = change.needsReview && change.approvals.length === 0 ? t('waits.review') : change.needsReview
                ? t('waits.approved', { who: change.approvals.join(', ') }) : '';
            add('', 'lists', t('waits.draft', { n: count, list: list.name }), more, link(['lists', list.name]), t('waits.read'));
        } else if (list.waiting !== '') {
            add('care', 'lists', `${list.name}: ${list.waiting}`, '', link(['lists', list.name]), t('waits.look'));
        }
    }
    if (holds.total > 0) {
        add('', 'holds', t('waits.holds', { n: holds.total }), Object.entries(holds.counts)
            .map(([reason, count]) => `${word('reason', reason)} ${number(count)}`).join(', '), link(['holds']), t('waits.decide'));
    }
    const open = reports.total;
    if (open > 0) {
        add('', 'reports', t('waits.reports', { n: open }), '', link(['reports']), t('waits.decide'));
    }
    const rank = { alarm: 0, care: 1, '': 2 };
    return found.sort((one, other) => rank[one.kind] - rank[other.kind]);
}

function waiting(context, now) {
    if (now.lists.length === 0) {
        return panel(t('overview.start'), empty(t('overview.start.title'), t('overview.start.text'),
            createList(context)));
    }
    const found = matters(now);
    if (found.length === 0) {
        return panel(t('overview.waits'), h('p', { class: 'well' }, icon('good'), t('overview.well')));
    }
    return panel(t('overview.waits'), h('ul', { class: 'waits' }, found.map(({ kind, picture, text, more, to, go }) =>
        h('li', null, icon(kind === '' ? picture : kind), h('span', null, text, more === '' ? null : h('span', { class: 'small' }, foreign(more, 200))),
            h('a', { href: to, class: 'button' }, go)))));
}

function figures({ lists, status, holds, reports }) {
    const when = at => at === '' ? '–' : relative(at, 'short');
    const total = lists.reduce((all, list) => all + list.published, 0);
    const figure = (value, name, to) => h('a', { class: 'figure', href: to }, h('span', { class: 'value' }, value), h('span', { class: 'name' }, name));
    return h('div', { class: 'figures' },
        figure(number(total), t('overview.entries'), link(['lists'])),
        figure(when(status.issued), t('overview.published'), link(['lists'], { tab: 'publications' })),
        figure(when(status.expires), t('overview.valid'), link(['access'])),
        figure(when(status.rootExpires), t('overview.root'), link(['access'])),
        figure(number(holds.total), t('overview.holds'), link(['holds'])),
        figure(number(reports.total), t('overview.reports'), link(['reports'])));
}

export function listTable({ lists, diff }) {
    if (lists.length === 0) {
        return null;
    }
    return panel(t('nav.lists'), table(t('nav.lists'), [{ name: t('list.name') }, { name: t('list.category') },
        { name: t('list.version'), right: true }, { name: t('list.published'), right: true }, { name: t('list.draft'), right: true },
        { name: t('list.held'), right: true }, { name: t('list.review') }],
    lists.map(list => {
        const change = diff.get(list.name);
        const isChanged = change !== undefined && change.added + change.removed + change.changed > 0;
        return [[h('a', { href: link(['lists', list.name]) }, list.name), list.title === '' ? null : h('div', { class: 'quiet' }, foreign(list.title, 80))],
            list.category,
            h('a', { href: link(['lists', list.name], { tab: 'versions' }) }, number(list.version)),
            h('a', { href: link(['lists', list.name], { tab: 'entries' }) }, number(list.published)),
            isChanged ? h('a', { href: link(['lists', list.name]), class: 'nowrap' }, [h('span', { class: 'added' }, `+${number(change.added)}`), ' ',
                h('span', { class: 'removed' }, `−${number(change.removed)}`), change.changed > 0 ? h('span', { class: 'changed' }, ` ~${number(change.changed)}`) : null])
                : h('span', { class: 'quiet' }, t('list.same')),
            list.held === 0 ? '0' : h('a', { href: link(['holds'], { list: list.name }) }, number(list.held)),
            list.needsReview ? badge(t('list.review.on'), 'info') : h('span', { class: 'quiet' }, t('list.review.off'))];
    })));
}

async function plots({ api, signal }, place) {
    const [history, ages] = await Promise.all([api.get('/history/publications', { days: 30 }, { signal }),
        api.get('/history/ages', { days: 7 }, { signal })]);
    // Several publications can share a second; their sequence tells which came first.
    const versions = [...history.versions].sort((one, other) => one.sequence - other.sequence);
    put(place, entriesPlot(versions), changesPlot(versions), agesPlot(ages.hours));
}

/** One line a list; a list that was not published keeps its number. */
function entriesPlot(versions) {
    const newest = new Map(versions.map(one => [one.list, one.entries]));
    const names = [...newest.keys()].sort((one, other) => newest.get(other) - newest.get(one)).slice(0, MOST_LINES);
    const last = new Map();
    const points = [];
    for (const { list, at, entries, sequence } of versions.filter(one => names.includes(one.list))) {
        last.set(list, entries);
        const values = names.map(name => last.get(name) ?? null);
        if (points.at(-1)?.sequence === sequence) {
            points.at(-1).values = values;
        } else {
            points.push({ label: day(at), long: moment(at), values, sequence });
        }
    }
    for (const point of points) {
        point.values = point.values.map(value => value ?? 0);
    }
    return panel(t('plot.entries'), points.length === 0 ? empty(t('plot.none'), t('plot.none.text')) : plot({ kind: 'lines', series: names,
        points, label: t('plot.entries.label', { lists: names.join(', ') }),
        table: table(t('plot.entries'), [{ name: t('at') }, ...names.map(name => ({ name, right: true }))],
            points.map(({ long, values }) => [long, ...values.map(number)])) }));
}

function changesPlot(versions) {
    const bySequence = new Map();
    for (const { sequence, at, added, removed } of versions) {
        const sum = bySequence.get(sequence) ?? { at, added: 0, removed: 0 };
        bySequence.set(sequence, { at, added: sum.added + added, removed: sum.removed + removed });
    }
    const points = [...bySequence.values()].slice(-60).map(({ at, added, removed }) => ({ label: day(at), values: [added, removed],
        long: `${moment(at)}: +${number(added)} −${number(removed)}` }));
    return panel(t('plot.changes'), points.length === 0 ? empty(t('plot.none'), t('plot.none.text')) : plot({ kind: 'bars',
        series: [t('added'), t('removed')], points, label: t('plot.changes.label', { n: points.length }),
        table: table(t('plot.changes'), [{ name: t('at') }, { name: t('added'), right: true }, { name: t('removed'), right: true }],
            [...bySequence.values()].slice(-60).map(({ at, added, removed }) => [moment(at), number(added), number(removed)])) }));
}

function agesPlot(hours) {
    const seen = hours.filter(one => !one.hidden);
    const names = [...AGES, 'few'].map(age => t(`age.${age}`));
    const points = seen.map(({ hour: at, polls, few }) => ({ label: `${day(at)} ${hour(at)}`, long: moment(at), values: [...AGES.map(age => polls[age] ?? 0), few] }));
    const total = points.reduce((all, { values }) => all + values.reduce((sum, one) => sum + one, 0), 0);
    const current = points.reduce((all, { values }) => all + values[0], 0);
    return panel(t('plot.ages'), points.length === 0 ? empty(t('plot.ages.none'), t('plot.ages.text')) : [
        h('p', { class: 'quiet' }, t('plot.ages.share', { share: percent(current / Math.max(1, total)), n: total })),
        plot({ kind: 'stack', series: names, points, label: t('plot.ages.label'),
            table: table(t('plot.ages'), [{ name: t('at') }, ...names.map(name => ({ name, right: true }))],
                points.map(({ long, values }) => [long, ...values.map(number)])) }),
        h('p', { class: 'hint' }, t('plot.ages.text'))]);
}

function doings({ publications }) {
    if (publications.length === 0) {
        return null;
    }
    return panel(t('overview.last'), publicationTable(publications.slice(0, 6)));
}

export function publicationTable(publications) {
    return table(t('overview.last'), [{ name: t('publication.at') }, { name: t('publication.by') }, { name: t('publication.lists') },
        { name: t('note') }, { name: t('publication.sequence'), right: true }],
    publications.map(one => [time(one.issued),
        foreign(one.actor, 60),
        one.renews ? h('span', { class: 'quiet' }, t('publication.renewal')) : h('div', null, one.lists.filter(list => list.isNew).map(list =>
            h('div', null, h('a', { href: link(['lists', list.name, 'compare'], { to: list.version }) }, `${list.name} ${number(list.version)}`),
                ' ', h('span', { class: 'quiet nowrap' }, `+${number(list.added)} −${number(list.removed)}`)))),
        one.note === '' ? h('span', { class: 'quiet' }, '–') : foreign(one.note, 200),
        String(one.sequence)]));
}
