import { h, put } from '../core/dom.js';
import { parts } from '../core/parts.js';
import { number, t } from '../core/texts.js';
import { button, empty, foreign, notice, panel, problem, search, time } from '../core/ui.js';

/** Who did what, and whether the log is whole. */

export const title = () => t('nav.audit');

export async function show(context) {
    const { api, body, query, signal, address, listen, refusal, actions } = context;
    const needs = refusal('GET /audit');
    if (needs !== '') {
        put(body, panel(t('audit.title'), empty(t('audit.closed'), needs)));
        return;
    }
    let state = { actor: query.get('actor') ?? '', action: query.get('action') ?? '', subject: query.get('subject') ?? '' };
    const said = h('div', { role: 'status' });
    const rows = parts({
        label: t('audit.label'), signal,
        load: async (after, limit) => {
            const part = await api.get('/audit', { ...state, before: after === '' ? NEWEST : after, limit }, { signal });
            const shown = [...part.rows].sort((one, other) => other.number - one.number);
            return { rows: shown, next: part.next > 0 ? String(part.next) : '' };
        },
        row: one => h('li', { class: 'row' },
            h('span', null, h('strong', null, foreign(one.actor, 60)), ' ', h('button', { type: 'button', class: 'plain', on: { click: () => choose({ action: one.action }) } }, one.action), ' ', foreign(one.subject, 300)),
            time(one.at, { exact: true }),
            h('span', { class: 'small' }, t('audit.number', { n: number(one.number) }), details(one.detail),
                ' · ', h('code', { title: one.hash }, one.hash.slice(0, 12)))),
        none: () => empty(t('audit.nothing'), t('audit.nothing.text')),
    });
    const toolbar = h('div', { class: 'toolbar' });
    const draw = () => put(toolbar, ['actor', 'action', 'subject'].map(name => search(t(`audit.${name}`), state[name], value => value !== state[name] && choose({ [name]: value }))),
        Object.values(state).some(one => one !== '') ? button(t('filter.none'), () => choose({ actor: '', action: '', subject: '' }, true), { kind: 'plain' }) : null);
    function choose(values, isReset = false) {
        const fromRow = 'action' in values && document.activeElement?.tagName === 'BUTTON';
        state = { ...state, ...values };
        address(state);
        if (isReset || fromRow) {
            draw();
        }
        return rows.reload();
    }
    put(actions, button(t('audit.verify'), async () => {
        try {
            const found = await api.get('/audit/verification', {}, { signal });
            put(said, found.intact ? notice('good', t('audit.intact', { n: found.rows }), ' ', h('code', null, found.head.slice(0, 16)))
                : notice('alarm', t('audit.broken', { n: found.firstBroken }), ' ', found.what));
        } catch (e) {
            put(said, problem(e));
        }
    }, { key: 'verify' }));
    draw();
    put(body, said, panel(t('audit.title'), toolbar, rows.element));
    await rows.reload();
    let timer = 0;
    listen(({ event }) => {
        if ((event === 'audit' || event === 'reset') && scrollY < 50) {
            clearTimeout(timer);
            timer = setTimeout(() => rows.reload({ keepPlace: true }), 500);
        }
    });
}

/** The values that were noted, or the text itself where it is none of ours. */
function details(text) {
    let values;
    try {
        values = Object.entries(JSON.parse(text));
    } catch {
        return text === '' ? null : [' · ', foreign(text, 1000)];
    }
    return values.filter(([, value]) => value !== '').map(([name, value]) => [' · ', foreign(name, 60), ' ', foreign(typeof value === 'string' ? value : JSON.stringify(value), 300)]);
}

/** Above every number that a row can have. */
const NEWEST = 999_999_999_999;
