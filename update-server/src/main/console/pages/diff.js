import { h, put } from '../core/dom.js';
import { parts } from '../core/parts.js';
import { moment, number, t } from '../core/texts.js';
import { chips, empty, expression, foreign, search, select } from '../core/ui.js';

/** All changes between two states of a list, searched and cut into parts by the server. */

const SIGNS = { added: '+', removed: '−', changed: '~' };

/**
 * @param {object} context of the page
 * @param {{list: string, question: object, counts?: {added: number, removed: number, changed: number}, sources: string[],
 *     state: {q: string, change: string, source: string}, onState: (state: object) => void, none: () => HTMLElement}} settings
 *     question: `draft`, or `from` and `to`
 */
export function diffView({ api, signal }, { list, question, counts, sources, state, onState, none }) {
    const signs = h('div', { class: 'whole' });
    const choices = h('div', { class: 'whole' });
    const rows = parts({
        label: t('diff.label'),
        signal,
        className: 'changes',
        load: async (after, limit) => {
            const part = await api.get(`/lists/${encodeURIComponent(list)}/diff`, { ...question, ...state, after, limit }, { signal });
            return { rows: part.rows, next: part.next, total: total() };
        },
        row: changeRow,
        none: () => isFiltered() ? empty(t('diff.nothing'), t('diff.nothing.text')) : none(),
    });
    /** Known where nothing is searched for. */
    function total() {
        if (state.q !== '' || state.source !== '' || counts === undefined) {
            return undefined;
        }
        return state.change === '' ? counts.added + counts.removed + counts.changed : counts[state.change];
    }
    function isFiltered() {
        return state.q !== '' || state.source !== '' || state.change !== '';
    }
    function choose(values) {
        state = { ...state, ...values };
        onState(state);
        draw();
        return rows.reload();
    }
    function draw() {
        put(signs, chips(t('diff.change'), Object.keys(SIGNS).map(sign =>
            [sign, t(sign), counts === undefined ? null : number(counts[sign])]), state.change, change => choose({ change })));
        put(choices, sources.length < 2 ? null : select([['', t('source.all')], ...sources.map(name => [name, name])], state.source,
            source => choose({ source }), { 'aria-label': t('source'), 'data-key': 'diff-source' }));
    }
    const field = search(t('diff.search'), state.q, q => q !== state.q && choose({ q }));
    draw();
    rows.reload();
    // The field stays where it is, with the focus and what is being typed.
    return h('div', null, h('div', { class: 'toolbar' }, signs, field, choices), rows.element);
}

function changeRow({ change, expression: text, scope, before, after }) {
    const terms = change === 'removed' ? before : after;
    return h('li', { class: 'row change-row' },
        h('span', { class: `sign ${change}` }, SIGNS[change], h('span', { class: 'unseen' }, t(change))),
        expression(text, scope),
        h('span', { class: 'quiet' }, terms.map((one, at) => [at > 0 ? ', ' : '', foreign(one.source, 60)])),
        details(change, before, after));
}

function details(change, before, after) {
    const said = change === 'changed' ? differences(before, after)
        : (change === 'removed' ? before : after).flatMap(one => [one.reason === '' ? null : foreign(one.reason, 200),
            one.expires === '' ? null : t('until', { when: moment(one.expires) })]).filter(one => one !== null);
    return said.length === 0 ? null : h('span', { class: 'small' }, said.map((one, at) => [at > 0 ? ' · ' : '', one]));
}

/** The sources that come, go, or list it on other terms. */
function differences(before, after) {
    const found = [];
    for (const old of before.filter(one => !after.some(other => other.source === one.source))) {
        found.push([t('diff.left', { source: '' }), foreign(old.source, 60)]);
    }
    for (const one of after) {
        const old = before.find(other => other.source === one.source);
        if (old === undefined) {
            found.push([t('diff.joined', { source: '' }), foreign(one.source, 60)]);
            continue;
        }
        for (const name of ['category', 'reason', 'expires'].filter(each => old[each] !== one[each])) {
            const value = each => name === 'expires' && each !== '' ? moment(each) : each === '' ? t('none') : foreign(each, 200);
            found.push([t(`term.${name}`), ': ', value(old[name]), ' → ', value(one[name])]);
        }
    }
    return found;
}
