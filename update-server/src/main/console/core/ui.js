import { h, put } from './dom.js';
import { icon } from './icons.js';
import { moment, relative, t, word } from './texts.js';
import { entry, shown } from './shown.js';

/** The parts that pages are built of. */

let numbers = 0;

export function newId(prefix) {
    numbers += 1;
    return `${prefix}-${numbers}`;
}

/**
 * @param {string} text
 * @param {() => unknown} act a promise keeps the button busy until it is done
 * @param {{kind?: ''|'first'|'danger'|'plain', needs?: string, isOff?: boolean, key?: string, label?: string, icon?: string}} [options]
 *     needs: the reason in words why it may not be pressed; it is shown under the button, which stays reachable;
 *     isOff: the reason stands elsewhere
 */
export function button(text, act, { kind = '', needs = '', key, label, icon: picture, isOff = false } = {}) {
    const reason = needs === '' ? null : h('span', { class: 'reason', id: newId('reason') }, needs);
    const made = h('button', {
        type: 'button',
        class: kind,
        'data-key': key,
        'aria-label': label,
        'aria-disabled': needs === '' && !isOff ? null : 'true',
        'aria-describedby': reason?.id,
    }, picture === undefined ? null : icon(picture), text);
    made.addEventListener('click', async () => {
        if (made.getAttribute('aria-disabled') === 'true') {
            return;
        }
        made.setAttribute('aria-disabled', 'true');
        try {
            await act();
        } finally {
            made.removeAttribute('aria-disabled');
        }
    });
    return reason === null ? made : h('span', { class: 'refused' }, made, reason);
}

/** Text of a stranger: isolated, spelt out, cut. */
export function foreign(text, most) {
    return h('span', { class: 'foreign', dir: 'ltr' }, shown(text, most));
}

/** The same, where each character counts: addresses. */
export function literal(text, most) {
    return h('span', { class: 'literal', dir: 'ltr' }, shown(text, most));
}

/** An entry, with the reach that its spelling has. */
export function expression(text, scope = '') {
    return h('span', { class: 'expression' }, h('span', { class: 'literal', dir: 'ltr' }, entry(text)),
        scope === '' ? null : [' ', h('span', { class: 'scope', title: t(`scope.${scope}.help`) }, word('scope', scope))]);
}

/** A time as a person says it, with the exact one behind it. */
export function time(at, { exact = false } = {}) {
    return at === '' || at === null || at === undefined ? h('span', { class: 'quiet' }, '–')
        : h('time', { datetime: at, title: exact ? relative(at) : moment(at) }, exact ? moment(at) : relative(at));
}

/** @param {'good'|'care'|'alarm'|'info'|''} kind */
export function badge(text, kind = '') {
    return h('span', { class: `badge ${kind}` }, text);
}

/** @param {'info'|'good'|'care'|'alarm'} kind */
export function notice(kind, ...children) {
    return h('div', { class: `notice ${kind}`, role: kind === 'alarm' ? 'alert' : null },
        icon(kind), h('div', null, children));
}

/** Nothing there: what that means, and what comes next. */
export function empty(title, text, ...actions) {
    return h('div', { class: 'empty' }, h('p', { class: 'empty-title' }, title), text === '' ? null : h('p', null, text),
        actions.length === 0 ? null : h('p', { class: 'actions' }, actions));
}

export function panel(title, ...children) {
    const id = newId('panel');
    return h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id }, title), children);
}

/** Name and value, one under the other. @param {...[string, unknown]} pairs those without a value are left out */
export function facts(...pairs) {
    return h('dl', { class: 'facts' }, pairs.filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))));
}

/**
 * @param {string} caption for those who do not see it
 * @param {{name: string, right?: boolean}[]} columns
 * @param {unknown[][]} rows
 */
export function table(caption, columns, rows) {
    return h('div', { class: 'scroll', role: 'group', 'aria-label': caption, tabindex: 0 },
        h('table', null, h('caption', { class: 'unseen' }, caption),
            h('thead', null, h('tr', null, columns.map(({ name, right }) =>
                h('th', { scope: 'col', class: right ? 'right' : null }, name)))),
            h('tbody', null, rows.map(row => h('tr', null, row.map((cell, at) => at === 0
                ? h('th', { scope: 'row' }, cell)
                : h('td', { class: columns[at]?.right ? 'right' : null }, cell)))))));
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint = '') {
    input.id ||= newId('field');
    const help = hint === '' ? null : h('span', { class: 'hint', id: newId('hint') }, hint);
    if (help !== null) {
        input.setAttribute('aria-describedby', help.id);
    }
    return h('div', { class: 'field' }, h('label', { for: input.id }, label), input, help);
}

export function check(label, input) {
    input.id ||= newId('field');
    return h('div', { class: 'check' }, input, h('label', { for: input.id }, label));
}

/** @param {[string, string][]} options value and text */
export function select(options, value, onChange, settings = {}) {
    return h('select', { ...settings, on: { change: event => onChange?.(event.target.value) } },
        options.map(([key, text]) => h('option', { value: key, selected: key === value }, text)));
}

/** A field for searching, which asks once the typing rests. */
export function search(label, value, onSearch) {
    let timer = 0;
    const input = h('input', { type: 'search', value, placeholder: label, 'aria-label': label, autocomplete: 'off',
        spellcheck: 'false', maxlength: 200 });
    const ask = () => {
        clearTimeout(timer);
        onSearch(input.value);
    };
    input.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(ask, 250);
    });
    input.addEventListener('keydown', event => event.key === 'Enter' && ask());
    return input;
}

/** Keeps what is typed until it was sent, over a reload and over a way through other pages. */
export function kept(input, name) {
    const key = `bloomward-typed-${name}`;
    input.value = sessionStorage.getItem(key) ?? input.value;
    input.addEventListener('input', () => sessionStorage.setItem(key, input.value));
    input.forget = () => {
        sessionStorage.removeItem(key);
        input.value = '';
    };
    return input;
}

/** Choices of which one is on, as buttons beside one another. @param {[string, string, ?string][]} options value, text, count */
export function chips(label, options, value, onChoose) {
    return h('div', { class: 'chips', role: 'group', 'aria-label': label },
        options.map(([key, text, count]) => h('button', {
            type: 'button', class: 'chip', 'aria-pressed': String(key === value), 'data-key': `${label}-${key}`,
            on: { click: () => onChoose(key === value ? '' : key) },
        }, text, count === undefined || count === null ? null : h('span', { class: 'count' }, count))));
}

/** What failed, in words that help, and the way on. */
export function problem(error, again) {
    const text = error.code === 'unreachable' ? t('problem.unreachable') : shown(error.message, 1000);
    return notice('alarm', h('p', null, text),
        (error.errors ?? []).length === 0 ? null : h('ul', null, error.errors.slice(0, 20).map(({ line, detail }) =>
            h('li', null, line > 0 ? `${t('line', { n: line })}: ` : '', foreign(detail)))),
        again === undefined ? null : h('p', { class: 'actions' }, button(t('again'), again)));
}

/**
 * Asks before something is done.
 *
 * @param {{title: string, body?: unknown, confirm: string, danger?: boolean, act: () => Promise<unknown>}} question
 *     act: keeps the dialog open, with its problem and all that was typed, where it fails
 * @returns {Promise<boolean>} whether it was done
 */
export function ask({ title, body, confirm, danger = false, act, wide = false, first }) {
    return new Promise(done => {
        const id = newId('dialog');
        const said = h('div', { role: 'alert' });
        let wasDone = false;
        const go = async event => {
            event?.preventDefault();
            put(said);
            try {
                const answer = await act();
                if (answer === false) {
                    return;
                }
                wasDone = true;
                dialog.close();
            } catch (e) {
                put(said, problem(e));
            }
        };
        const proceed = button(confirm, go, { kind: danger ? 'danger' : 'first' });
        const dialog = h('dialog', { 'aria-labelledby': id, class: wide ? 'wide' : null },
            h('form', { on: { submit: event => {
                event.preventDefault();
                proceed.click();
            } } },
            h('h2', { id }, title), h('div', { class: 'dialog-body' }, body), said,
            h('p', { class: 'actions' }, proceed, button(t('cancel'), () => dialog.close()))));
        dialog.addEventListener('close', () => {
            dialog.remove();
            done(wasDone);
        });
        document.body.append(dialog);
        dialog.showModal();
        (first ?? dialog.querySelector('input, textarea, select') ?? proceed).focus();
    });
}

/** Shows something only, with one way out. */
export function tell({ title, body, wide = false }) {
    const id = newId('dialog');
    const dialog = h('dialog', { 'aria-labelledby': id, class: wide ? 'wide' : null }, h('h2', { id }, title),
        h('div', { class: 'dialog-body' }, body), h('p', { class: 'actions' }, button(t('close'), () => dialog.close(), { kind: 'first' })));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

let fading = 0;

/** Says that something was done, and offers to take it back. @param {() => Promise<unknown>} [undo] */
export function toast(text, undo) {
    const place = document.getElementById('toast');
    clearTimeout(fading);
    const close = () => put(place);
    const isMine = () => place.firstElementChild === made;
    const made = h('div', { class: 'toast' }, h('span', null, text),
        undo === undefined ? null : button(t('undo'), async () => {
            try {
                await undo();
                if (isMine()) {
                    close();
                }
            } catch (e) {
                put(place, h('div', { class: 'toast' }, problem(e), button(t('close'), close)));
            }
        }, { kind: 'plain', key: 'undo' }),
        button('', close, { kind: 'plain', label: t('close'), icon: 'close' }));
    put(place, made);
    if (undo === undefined) {
        fading = setTimeout(close, 10_000);
    }
}
