import { h, put } from '../core/dom.js';
import { parts } from '../core/parts.js';
import { moment, t } from '../core/texts.js';
import { ask, badge, button, check, empty, expression, field, foreign, kept, panel, search, select, time, toast } from '../core/ui.js';
import { scopeChoice } from './bring.js';

/** What is never listed, whatever the lists say. */

export const title = () => t('nav.allow');

export async function show(context) {
    const { api, body, query, signal, address, actions, refusal } = context;
    const { lists } = await api.get('/lists', {}, { signal });
    let state = { pattern: query.get('q') ?? '', list: query.get('list') ?? '', held: query.get('held') === 'true' };
    const rows = parts({
        label: t('allow.label'), signal,
        load: async (after, limit) => {
            const part = await api.get('/allowed', { ...state, after, limit }, { signal });
            return { rows: part.allowed, next: part.next, total: part.total };
        },
        row: one => h('li', { class: 'row' },
            h('span', null, expression(one.expression, one.scope), one.held ? [' ', badge(t('allow.waits'), 'care')] : null),
            h('span', { class: 'actions' }, button(t('allow.remove'), async () => {
                const reason = h('input', { maxlength: 500 });
                if (await ask({ title: t('allow.remove.title'), confirm: t('allow.remove'), danger: true,
                    body: [h('p', null, expression(one.expression, one.scope)), h('p', null, t('allow.remove.text')), field(t('reason.optional'), reason)],
                    act: () => api.post('/allowed/removals', { urls: [one.expression], scope: 'auto', reason: reason.value, list: one.list === '*' ? '' : one.list, name: '' }) })) {
                    toast(t('allow.removed'));
                    await rows.reload({ keepPlace: true });
                }
            }, { kind: 'plain', needs: refusal('POST /allowed/removals'), label: `${t('allow.remove')}: ${one.expression}` })),
            h('span', { class: 'small' }, one.list === '*' ? t('allow.every') : t('allow.for', { list: one.list }), one.name === '' ? null : [' · ', foreign(one.name, 60)],
                ' · ', time(one.at), ' · ', foreign(one.by, 60), one.reason === '' ? null : [' · ', foreign(one.reason, 300)],
                one.expires === '' ? null : [' · ', t('until', { when: moment(one.expires) })])),
        none: () => state.pattern !== '' || state.list !== '' || state.held ? empty(t('allow.nothing'), t('allow.nothing.text')) : empty(t('allow.none'), t('allow.none.text')),
    });
    const choose = values => {
        state = { ...state, ...values };
        address({ q: state.pattern, list: state.list, held: state.held ? 'true' : '' });
        return rows.reload();
    };
    put(actions, button(t('allow.add'), async () => {
        const urls = kept(h('textarea', { rows: 4, class: 'code', spellcheck: 'false', required: true }), 'allow-urls');
        const scope = scopeChoice();
        const list = select([['', t('allow.every')], ...lists.map(one => [one.name, t('allow.for', { list: one.name })])], state.list);
        const name = h('input', { maxlength: 64 });
        const reason = kept(h('input', { maxlength: 500 }), 'allow-reason');
        const until = h('input', { type: 'datetime-local' });
        let report;
        if (await ask({ title: t('allow.add'), confirm: t('allow.add'), wide: true,
            body: [field(t('bring.urls'), urls, t('bring.urls.hint')), field(t('scope'), scope), field(t('allow.where'), list), field(t('allow.name'), name, t('allow.name.hint')),
                field(t('reason'), reason), field(t('bring.until'), until)],
            act: async () => {
                report = await api.post('/allowed', { urls: urls.value.split('\n').map(one => one.trim()).filter(one => one !== ''), scope: scope.value, reason: reason.value,
                    list: list.value, name: name.value.trim(), expires: until.value === '' ? '' : new Date(until.value).toISOString() });
            } })) {
            urls.forget();
            reason.forget();
            toast(report.held.length > 0 ? t('allow.held') : t('allow.added'));
            await rows.reload();
            context.count();
        }
    }, { kind: 'first', needs: refusal('POST /allowed'), key: 'allow-add' }));
    const held = h('input', { type: 'checkbox', checked: state.held, on: { change: () => choose({ held: held.checked }) } });
    put(body, panel(t('allow.title'), h('p', { class: 'hint' }, t('allow.text')), h('div', { class: 'toolbar' },
        search(t('allow.search'), state.pattern, pattern => pattern !== state.pattern && choose({ pattern })),
        select([['', t('allow.all')], ...lists.map(one => [one.name, t('allow.for', { list: one.name })])], state.list, list => choose({ list }), { 'aria-label': t('list.name') }),
        check(t('allow.only'), held)), rows.element));
    await rows.reload();
}
