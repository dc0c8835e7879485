import { h, put } from '../core/dom.js';
import { moment, number, t, word } from '../core/texts.js';
import { ask, button, check, facts, field, foreign, kept, literal, notice, select, table, tell, toast } from '../core/ui.js';

/** Entries into a draft and out of it: typed, from a file, or from an address. */

const SCOPES = ['auto', 'host', 'prefix', 'exact'];

export function scopeChoice() {
    return select(SCOPES.map(scope => [scope, t(`scope.${scope}.help`)]), 'auto');
}

function lines(text) {
    return text.split('\n').map(line => line.trim()).filter(line => line !== '');
}

function base(list) {
    return `/lists/${encodeURIComponent(list.name)}`;
}

export function addEntries({ api, refusal, again }, list, first = '') {
    return button(t('bring.add'), async () => {
        const urls = kept(h('textarea', { rows: 6, class: 'code', spellcheck: 'false', required: true }), `add-${list.name}`);
        urls.value ||= first;
        const scope = scopeChoice();
        const reason = kept(h('input', { maxlength: 500 }), `add-reason-${list.name}`);
        const until = h('input', { type: 'datetime-local' });
        let report;
        const done = await ask({ title: t('bring.add.title', { list: list.name }), confirm: t('bring.add'), wide: true,
            body: [field(t('bring.urls'), urls, t('bring.urls.hint')), field(t('scope'), scope), field(t('reason.optional'), reason), field(t('bring.until'), until)],
            act: async () => {
                report = await api.post(`${base(list)}/entries`, { urls: lines(urls.value), scope: scope.value, reason: reason.value,
                    expires: until.value === '' ? '' : new Date(until.value).toISOString() });
            } });
        if (done) {
            urls.forget();
            reason.forget();
            tellImport(report);
            again();
        }
    }, { needs: refusal('POST /lists/{list}/entries'), key: 'add' });
}

export function removeEntries({ api, refusal, again }, list) {
    return button(t('bring.remove'), async () => {
        const urls = kept(h('textarea', { rows: 6, class: 'code', spellcheck: 'false', required: true }), `remove-${list.name}`);
        const scope = scopeChoice();
        let report;
        const done = await ask({ title: t('bring.remove.title', { list: list.name }), confirm: t('bring.remove'), danger: true, wide: true,
            body: [field(t('bring.urls'), urls, t('bring.urls.hint')), field(t('scope'), scope)],
            act: async () => {
                report = await api.post(`${base(list)}/removals`, { urls: lines(urls.value), scope: scope.value, reason: '', expires: '' });
            } });
        if (done) {
            urls.forget();
            if (report.notListed.length === 0) {
                toast(t('entries.removed', { n: report.removed }));
            } else {
                tell({ title: t('entries.removed', { n: report.removed }), body: [h('p', null, t('bring.notlisted', { n: report.notListed.length })),
                    h('ul', null, report.notListed.slice(0, 50).map(one => h('li', null, foreign(one))))] });
            }
            again();
        }
    }, { needs: refusal('POST /lists/{list}/removals'), key: 'take-out' });
}

/** A whole list: looked at before it is taken. */
export function importList(context, list) {
    const { api, jobs, refusal, me, again } = context;
    return button(t('bring.import'), async () => {
        const address = kept(h('input', { type: 'url', inputmode: 'url', spellcheck: 'false', class: 'code', placeholder: 'https://' }), `import-${list.name}`);
        const file = h('input', { type: 'file' });
        const source = h('input', { maxlength: 64, class: 'code', spellcheck: 'false' });
        const scope = scopeChoice();
        const replace = h('input', { type: 'checkbox' });
        const near = h('input', { type: 'checkbox' });
        const seen = h('div', { role: 'status' });
        let fetched = null;
        let report = null;
        address.addEventListener('input', () => {
            fetched = null;
            put(seen);
        });
        const done = await ask({ title: t('bring.import.title', { list: list.name }), confirm: t('bring.import.go'), wide: true,
            body: [field(t('bring.address'), address, t('bring.address.hint')),
                me.role === 'admin' ? check(t('bring.private'), near) : null,
                field(t('bring.file'), file), field(t('bring.source'), source, t('bring.source.hint')), field(t('scope'), scope),
                check(t('bring.replace'), replace), seen],
            act: async () => {
                if (file.files.length === 0 && address.value.trim() === '') {
                    throw new Error(t('bring.which'));
                }
                if (file.files.length > 0) {
                    const query = new URLSearchParams({ source: source.value.trim() || file.files[0].name.replace(/\.[^.]*$/u, ''), scope: scope.value,
                        replace: String(replace.checked) });
                    report = await jobs.run(`${base(list)}/imports?${query}`, file.files[0]);
                    return undefined;
                }
                if (fetched === null) {
                    fetched = await api.post(`${base(list)}/fetches`, { url: address.value.trim(), format: '', scope: scope.value,
                        source: source.value.trim(), privateNetwork: near.checked });
                    source.value ||= fetched.source;
                    put(seen, notice('info', h('p', null, h('strong', null, t('bring.seen'))), facts([t('format'), fetched.format], [t('lines'), number(fetched.lines)],
                        [t('accepted'), number(fetched.accepted)], [t('rejected'), counted('reject', fetched.rejected)]),
                    h('ul', null, fetched.examples.slice(0, 8).map(one => h('li', null, literal(one)))), h('p', null, t('bring.seen.next'))));
                    return false;
                }
                report = await jobs.run(`${base(list)}/fetches/${encodeURIComponent(fetched.id)}`, { source: source.value.trim(), format: fetched.format, scope: scope.value,
                    replace: replace.checked, category: '', expires: '', reason: '' });
                return undefined;
            } });
        if (done) {
            address.forget();
            tellImport(report);
            again();
        }
    }, { needs: refusal('POST /lists/{list}/imports'), key: 'import' });
}

/** @param {string} group of words @param {Record<string, number>} counts */
export function counted(group, counts) {
    const found = Object.entries(counts).filter(([, count]) => count > 0);
    return found.length === 0 ? '0' : found.map(([code, count]) => `${word(group, code)} ${number(count)}`).join(', ');
}

/** What became of the lines: in one sentence where all went in, else line by line. */
export function tellImport(report) {
    const isWhole = report.samples.length === 0 && report.warnings.length === 0 && report.outOfReach === 0;
    if (isWhole) {
        toast(t('import.said', { added: report.added, removed: report.removed, list: report.list }));
        return;
    }
    tell({ title: t('import.said', { added: report.added, removed: report.removed, list: report.list }), wide: true, body: importReport(report) });
}

export function importReport(report) {
    return [facts([t('lines'), number(report.lines)], [t('accepted'), number(report.accepted)], [t('duplicates'), number(report.duplicates)],
        [t('rejected'), counted('reject', report.rejected)], [t('held'), counted('reason', report.held)],
        [t('outofreach'), report.outOfReach === 0 ? '' : number(report.outOfReach)]),
    report.warnings.length === 0 ? null : notice('care', h('ul', null, report.warnings.map(one => h('li', null, foreign(one, 500))))),
    report.samples.length === 0 ? null : table(t('import.samples'), [{ name: t('line.name'), right: true }, { name: t('import.outcome') }, { name: t('import.text') }],
        report.samples.slice(0, 50).map(one => [number(one.line), [word('outcome', one.outcome), ': ', word(one.outcome === 'held' ? 'reason' : 'reject', one.reason)], literal(one.text, 200)]))];
}

export const until = at => at === '' ? '' : t('until', { when: moment(at) });
