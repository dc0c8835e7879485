import { h, put } from '../core/dom.js';
import { link } from '../core/routes.js';
import { t } from '../core/texts.js';
import { ask, button, check, empty, field, kept, panel } from '../core/ui.js';
import { listTable, publicationTable } from './overview.js';

/** All lists, and what was published of them. */

const PART = 50;

export const title = () => t('nav.lists');

export async function show(context) {
    const { api, body, signal, actions, query, listen } = context;
    put(actions, createList(context));
    const [lists, publications, diff] = await Promise.all([api.get('/lists', {}, { signal }),
        api.get('/publications', { limit: PART }, { signal }), api.get('/diff', {}, { signal })]);
    put(body,
        lists.lists.length === 0 ? panel(t('nav.lists'), empty(t('overview.start.title'), t('overview.start.text')))
            : listTable({ lists: lists.lists, diff: new Map(diff.lists.map(one => [one.name, one])) }),
        publications.publications.length === 0 ? null : panel(t('publication.all'), publicationTable(publications.publications)));
    if (query.get('tab') === 'publications') {
        body.lastElementChild?.scrollIntoView();
    }
    listen(({ event }) => event === 'reset' && context.again());
}

export function createList({ api, refusal }) {
    return button(t('list.create'), async () => {
        const name = kept(h('input', { required: true, maxlength: 64, spellcheck: 'false', autocomplete: 'off', class: 'code' }), 'list-name');
        const category = kept(h('input', { required: true, maxlength: 64, list: 'categories', autocomplete: 'off' }), 'list-category');
        const caption = kept(h('input', { maxlength: 200, autocomplete: 'off' }), 'list-title');
        const review = h('input', { type: 'checkbox', checked: true });
        const done = await ask({
            title: t('list.create'), confirm: t('list.create'),
            body: [field(t('list.name'), name, t('list.name.hint')), field(t('list.category'), category, t('list.category.hint')),
                h('datalist', { id: 'categories' }, ['phishing', 'malware', 'unwanted', 'scam'].map(one => h('option', { value: one }))),
                field(t('list.title'), caption), check(t('list.review.need'), review)],
            act: () => api.post('/lists', { name: name.value.trim(), category: category.value.trim(), plannedEntries: 0,
                needsReview: review.checked, seed: '', title: caption.value.trim() }),
        });
        if (done) {
            const made = name.value.trim();
            [name, category, caption].forEach(one => one.forget());
            location.hash = link(['lists', made]);
        }
    }, { kind: 'first', needs: refusal('POST /lists'), key: 'create-list' });
}
