import { h, put } from '../core/dom.js';
import { link } from '../core/routes.js';
import { moment, number, percent, relative, t, word } from '../core/texts.js';
import { ask, badge, button, check, chips, empty, facts, field, foreign, kept, literal, notice, panel, problem, select, table, tell, time, toast } from '../core/ui.js';
import { counted, tellImport } from './bring.js';

/** The sources that the server fetches: whether they work, and what they are worth. */

const STATES = { fresh: 'good', unchanged: '', failed: 'care', lost: 'alarm', waiting: 'info', off: '' };

export const title = () => t('nav.feeds');

/** @returns {'fresh'|'unchanged'|'failed'|'lost'|'waiting'|'off'} failed: the old copy is in use; lost: there is none */
export function feedState({ enabled, failures, lastSuccess, lastChange }) {
    if (!enabled) {
        return 'off';
    }
    if (failures > 0) {
        return lastSuccess === '' ? 'lost' : 'failed';
    }
    return lastSuccess === '' ? 'waiting' : lastChange === lastSuccess ? 'fresh' : 'unchanged';
}

export async function show(context) {
    const { api, body, signal, listen, actions, query, address } = context;
    let state = query.get('state') ?? '';
    const place = h('div', { class: 'stack' });
    const worth = h('div');
    let feeds = [];
    put(actions, addFeed(context));
    put(body, place, worth);
    const load = async background => {
        const [found, lists] = await Promise.all([api.get('/feeds', {}, { signal, background }), api.get('/lists', {}, { signal, background })]);
        feeds = found.feeds;
        context.lists = lists.lists;
        draw();
    };
    const draw = () => {
        const counts = Map.groupBy(feeds, feedState);
        put(place, panel(t('feeds.title'), feeds.length === 0 ? empty(t('feeds.none'), t('feeds.none.text')) : [
            h('div', { class: 'toolbar' }, chips(t('feeds.state'), Object.keys(STATES).filter(one => counts.has(one)).map(one => [one, t(`feeds.${one}`), number(counts.get(one).length)]), state, chosen => {
                state = chosen;
                address({ state });
                draw();
            })),
            h('ul', { class: 'rows' }, feeds.filter(one => state === '' || feedState(one) === state).map(one => feedRow(context, one, () => load(false))))]));
    };
    await load(false);
    if (feeds.length > 0) {
        comparison(context, worth).catch(e => { // walks through all entries: it may come later
            if (!signal.aborted) {
                put(worth, problem(e));
            }
        }).finally(() => worth.removeAttribute('aria-busy'));
    }
    let timer = 0;
    listen(({ event, data }) => {
        if (event === 'reset' || event === 'back' || (event === 'audit' && /feed|import/u.test(data.action))) {
            clearTimeout(timer);
            timer = setTimeout(() => load(true).catch(() => null), 400);
        }
    });
}

function feedRow(context, feed, reload) {
    const { api, jobs, refusal } = context;
    const state = feedState(feed);
    return h('li', { class: 'row', 'data-key': `feed-${feed.name}` },
        h('span', null, h('strong', null, foreign(feed.name, 60)), ' ', badge(t(`feeds.${state}`), STATES[state]), ' ', h('span', { class: 'quiet' }, '→ ', h('a', { href: link(['lists', feed.list]) }, feed.list)),
            feed.waiting === '' ? null : [' ', badge(t('feeds.held'), 'care')]),
        h('span', { class: 'actions' },
            button(t('feeds.fetch'), async () => {
                try {
                    tellImport(await jobs.run(`/feeds/${encodeURIComponent(feed.name)}/fetches`, {}));
                } catch (e) {
                    tell({ title: t('feeds.fetch.failed', { name: feed.name }), body: h('p', null, foreign(e.message, 1000)) });
                }
                await reload();
            }, { needs: refusal('POST /feeds/{feed}/fetches'), key: `fetch-${feed.name}`, label: `${t('feeds.fetch')}: ${feed.name}` }),
            button(t('feeds.more'), () => more(context, feed, reload), { kind: 'plain', key: `more-${feed.name}`, label: `${t('feeds.more')}: ${feed.name}` })),
        h('span', { class: 'small' }, literal(feed.url, 200)),
        h('span', { class: 'small' }, feed.lastSuccess === '' ? t('feeds.never') : t('feeds.last', { when: relative(feed.lastSuccess) }),
            feed.enabled && feed.nextFetch !== '' ? [' · ', t('feeds.next', { when: relative(feed.nextFetch) })] : null,
            feed.counts.lines === undefined ? null : [' · ', t('feeds.counts', { lines: feed.counts.lines ?? 0, accepted: feed.counts.accepted ?? 0, rejected: feed.counts.rejected ?? 0 })]),
        feed.lastError === '' ? null : h('span', { class: 'small alarmed' }, t('feeds.failures', { n: feed.failures }), ': ', foreign(feed.lastError, 500)),
        feed.waiting === '' ? null : h('span', { class: 'small' }, foreign(feed.waiting, 500), ' ', h('a', { href: link(['holds'], { list: feed.list, source: feed.name }) }, t('draft.held.look'))));
}

async function more(context, feed, reload) {
    const { api, refusal } = context;
    const history = await api.get('/history/feeds', { days: 90, feed: feed.name }).catch(() => ({ fetches: [] }));
    const dialog = tell({ title: feed.name, wide: true, body: [
        facts([t('feeds.address'), literal(feed.url, 1000)], [t('feeds.licence'), foreign(feed.licence, 300)], [t('list.name'), feed.list],
            [t('feeds.lastAttempt'), feed.lastAttempt === '' ? '' : moment(feed.lastAttempt)], [t('feeds.lastChange'), feed.lastChange === '' ? '' : moment(feed.lastChange)]),
        h('div', { class: 'actions above' },
            button(t(feed.enabled ? 'feeds.stop' : 'feeds.resume'), async () => {
                await api.post(`/feeds/${encodeURIComponent(feed.name)}/settings`, { enabled: !feed.enabled });
                dialog.close();
                await reload();
            }, { needs: refusal('POST /feeds/{feed}/settings'), key: 'feed-switch' }),
            button(t('feeds.remove'), async () => {
                if (await ask({ title: t('feeds.remove.title', { name: feed.name }), confirm: t('feeds.remove'), danger: true, body: h('p', null, t('feeds.remove.text')),
                    act: () => api.post(`/feeds/${encodeURIComponent(feed.name)}/removal`, {}) })) {
                    dialog.close();
                    await reload();
                }
            }, { kind: 'danger', needs: refusal('POST /feeds/{feed}/removal'), key: 'feed-remove' })),
        h('h3', null, t('feeds.history')), history.fetches.length === 0 ? h('p', { class: 'quiet' }, t('feeds.history.none'))
            : table(t('feeds.history'), [{ name: t('at') }, { name: t('feeds.outcome') }, { name: t('lines'), right: true }, { name: '+', right: true }, { name: '−', right: true }, { name: t('feeds.detail') }],
                history.fetches.slice(0, 50).map(one => [time(one.at, { exact: true }), badge(word('fetch', one.outcome), { changed: 'good', failed: 'alarm' }[one.outcome] ?? ''),
                    number(one.lines), number(one.added), number(one.removed), foreign(one.detail, 200)]))] });
}

/** An address is enough: the server fetches it once and guesses the rest, which is shown before anything is kept. */
function addFeed(context) {
    const { api, refusal } = context;
    return button(t('feeds.add'), async () => {
        const address = kept(h('input', { type: 'url', spellcheck: 'false', class: 'code', placeholder: 'https://', required: true }), 'feed-url');
        const list = select((context.lists ?? []).map(one => [one.name, one.name]), '', null);
        const near = h('input', { type: 'checkbox' });
        const seen = h('div', { role: 'status' });
        let definition = null;
        let made;
        const done = await ask({ title: t('feeds.add'), confirm: t('feeds.add.go'), wide: true,
            body: [field(t('feeds.address'), address, t('feeds.address.hint')), field(t('feeds.into'), list), check(t('bring.private'), near), seen],
            act: async () => {
                if (definition === null) {
                    const guess = await api.post('/feeds/guesses', { url: address.value.trim(), list: list.value, name: '', category: '', interval: '', privateNetwork: near.checked });
                    definition = h('textarea', { rows: 12, class: 'code', spellcheck: 'false', value: guess.definition });
                    put(seen, notice('info', h('p', null, h('strong', null, t('bring.seen'))), facts([t('format'), guess.format], [t('lines'), number(guess.lines)],
                        [t('accepted'), number(guess.accepted)], [t('rejected'), counted('reject', guess.rejected)]),
                    h('ul', null, guess.examples.slice(0, 8).map(one => h('li', null, literal(one))))), h('div', { class: 'above' }), field(t('feeds.definition'), definition, t('feeds.definition.hint')));
                    definition.focus();
                    return false;
                }
                made = await api.post('/feeds', { definition: definition.value, list: list.value });
                return undefined;
            } });
        if (done) {
            address.forget();
            toast(t('feeds.added', { name: made.name }));
            context.again();
        }
    }, { kind: 'first', needs: refusal('POST /feeds'), key: 'feed-add' });
}

async function comparison({ api, signal }, place) {
    place.setAttribute('aria-busy', 'true');
    put(place, panel(t('feeds.worth'), h('p', { class: 'quiet', role: 'status' }, t('loading'))));
    const { days, feeds } = await api.get('/feeds/report', { days: 30 }, { signal });
    put(place, panel(t('feeds.worth'), h('p', { class: 'hint' }, t('feeds.worth.text', { n: days })), table(t('feeds.worth'), [{ name: t('feeds.name') }, { name: t('about.entries'), right: true },
        { name: t('feeds.alone'), right: true }, { name: t('feeds.shared') }, { name: '+', right: true }, { name: '−', right: true }, { name: t('held'), right: true }, { name: t('feeds.corrected'), right: true }, { name: t('feeds.median') }],
    feeds.map(one => [foreign(one.name, 60), number(one.entries), one.entries === 0 ? '0' : `${number(one.alone)} (${percent(one.alone / one.entries)})`,
        Object.entries(one.shared).length === 0 ? '–' : Object.entries(one.shared).map(([name, count]) => `${name} ${number(count)}`).join(', '),
        number(one.added), number(one.removed), number(one.held), number(one.rejected + one.allowed), one.median === '' ? '–' : relative(one.median)]))));
}
