import { Api, Refused } from './core/api.js';
import { h, put } from './core/dom.js';
import { Events } from './core/events.js';
import { icon } from './core/icons.js';
import { Jobs } from './core/jobs.js';
import { link, parse } from './core/routes.js';
import { Session } from './core/session.js';
import { LANGUAGES, brief, keepLanguage, language, startLanguage, t, word } from './core/texts.js';
import { button, field, foreign, notice, problem, select } from './core/ui.js';
import * as access from './pages/access.js';
import * as allow from './pages/allow.js';
import * as audit from './pages/audit.js';
import * as feeds from './pages/feeds.js';
import * as holds from './pages/holds.js';
import * as list from './pages/list.js';
import * as lists from './pages/lists.js';
import * as lookup from './pages/lookup.js';
import * as overview from './pages/overview.js';
import * as reports from './pages/reports.js';

/** The shell: signs in, and shows the page that the address names. */

const PAGES = { overview, lists, lookup, holds, feeds, allow, reports, audit, access };
const THEME = 'bloomward-theme';

const main = h('main', { id: 'main', tabindex: -1 });
const strip = h('div', { class: 'strip', role: 'status' });
const session = new Session({ onEnd: () => location.reload() });
const api = new Api(session, signInAgain);
const events = new Events(api);
const jobsPlace = h('div', { class: 'jobs', role: 'status' });
const jobs = new Jobs(api, events, jobsPlace);
let me = null;
let leaving = new AbortController();
let drawing = null;
let asking = null;

startLanguage();
theme(localStorage.getItem(THEME) ?? 'system');
await begin();

async function begin() {
    const isIn = await session.resume().catch(() => null);
    if (isIn) {
        await open();
    } else {
        drawing = signInPage;
        signInPage(isIn === null ? problem(new Refused(0, { code: 'unreachable' })) : null);
    }
}

async function open() {
    try {
        me = await api.get('/whoami');
    } catch (e) {
        put(document.body, h('main', { class: 'alone' }, problem(e, () => location.reload())));
        return;
    }
    drawing = shell;
    shell();
    window.addEventListener('hashchange', show);
    events.on(hear);
    events.start();
    await jobs.resume();
}

/** @param {string} route such as `POST /admin/v1/publications` @returns {string} why not; empty if it may be done */
function refusal(route) {
    const [method, path] = route.split(' ');
    const rule = me.routes.find(one => one.route === `${method} /admin/v1${path}`);
    return rule === undefined || rule.allowed ? '' : t('needs', { role: word('role', rule.needs) });
}

function signInPage(said = null) {
    document.title = `${t('signin.title')} – Bloomward`;
    const form = signInForm(async () => {
        await open();
    });
    put(document.body, h('main', { class: 'alone', id: 'main' },
        h('div', { class: 'card' }, h('div', { class: 'brand' }, mark(), 'Bloomward'),
            h('h1', null, t('signin.title')), h('p', { class: 'quiet' }, t('signin.lead')), said, form,
            h('details', null, h('summary', null, t('signin.where')),
                h('p', null, t('signin.where.first')), h('pre', null, 'cat admin.token'),
                h('p', null, t('signin.where.more')), h('pre', null, 'bloomward-admin token create NAME --role editor'))),
        h('div', { class: 'settings' }, preferences())), h('div', { id: 'toast', role: 'status' }));
    form.querySelector('[type="password"]').focus();
}

function signInForm(onDone) {
    const user = h('input', { type: 'text', autocomplete: 'username', hidden: true, value: 'bloomward' }); // browsers keep a token under some name
    const token = h('input', { type: 'password', autocomplete: 'current-password', required: true, spellcheck: 'false' });
    const said = h('div', { role: 'alert' });
    return h('form', { class: 'signin', on: { submit: async event => {
        event.preventDefault();
        put(said);
        try {
            const answer = await session.signIn(token.value.trim());
            if (answer.ok) {
                token.value = '';
                await onDone();
                return;
            }
            put(said, notice('alarm', await wrong(answer)));
            token.select();
        } catch {
            put(said, notice('alarm', t('problem.unreachable')));
        }
    } } }, user, field(t('signin.token'), token), said, h('button', { class: 'first', type: 'submit' }, t('signin.go')));
}

async function wrong(answer) {
    if (answer.status === 429) {
        return t('signin.wait', { n: Number(answer.headers.get('Retry-After') ?? 60) });
    }
    const { detail, title } = await answer.json().catch(() => ({ title: answer.statusText }));
    return answer.status === 401 ? t('signin.wrong') : detail || title;
}

/** The session ended: asks again over the page, which keeps all that was typed. */
function signInAgain() {
    asking ??= new Promise(done => {
        const dialog = h('dialog', { 'aria-labelledby': 'again-title', 'data-sign-in': true }, h('h2', { id: 'again-title' }, t('signin.ended')),
            h('p', null, t('signin.ended.text')), signInForm(async () => {
                const was = me?.name;
                me = await api.get('/whoami');
                dialog.close('signed-in');
                if (was !== me.name) {
                    shell();
                }
                events.end();
                events.start();
            }));
        dialog.addEventListener('close', () => {
            dialog.remove();
            asking = null;
            done(dialog.returnValue === 'signed-in');
        });
        document.body.append(dialog);
        dialog.showModal();
        dialog.querySelector('[type="password"]').focus();
    });
    return asking;
}

function mark() {
    return h('img', { src: 'icon.svg', alt: '', width: 24, height: 24 });
}

function shell() {
    const nav = h('nav', { id: 'nav', 'aria-label': t('nav.label') }, h('ul', null, Object.keys(PAGES).map(name =>
        h('li', null, h('a', { href: link([name]), 'data-page': name }, icon(name), h('span', null, t(`nav.${name}`)),
            h('span', { class: 'count', 'data-count': name }))))));
    const toggle = h('button', { type: 'button', class: 'plain menu', 'aria-expanded': 'false', 'aria-controls': 'side',
        on: { click: () => unfold(toggle.getAttribute('aria-expanded') !== 'true') } }, icon('menu'), t('nav.menu'));
    put(document.body, h('a', { class: 'skip', href: '#main', on: { click: event => {
        event.preventDefault();
        main.focus();
    } } }, t('nav.skip')),
    h('div', { class: 'shell' }, h('div', { class: 'left' }, h('header', { class: 'top' },
        h('a', { class: 'brand', href: link(['overview']) }, mark(), h('span', null, 'Bloomward')), toggle),
    h('div', { class: 'side', id: 'side' }, nav, h('section', { class: 'who', 'aria-label': t('who') },
        h('p', null, h('strong', null, foreign(me.name, 60)), h('br'), h('span', { class: 'quiet' }, word('role', me.role)),
            h('br'), h('span', { class: 'quiet' }, foreign(me.origin, 60))),
        preferences(),
        button(t('signout'), async () => {
            await session.signOut();
            location.reload();
        }, { kind: 'plain' })))),
    h('div', { class: 'content' }, strip, main)), jobsPlace, h('div', { id: 'toast', role: 'status' }));
    show();
    count();
}

function unfold(isOpen) {
    document.querySelector('.menu')?.setAttribute('aria-expanded', String(isOpen));
    document.getElementById('side')?.classList.toggle('open', isOpen);
}

/** Language and light, which need no server and are remembered here. */
function preferences() {
    return h('div', { class: 'preferences' },
        select(Object.keys(LANGUAGES).map(lang => [lang, lang === 'de' ? 'Deutsch' : 'English']), language(), lang => {
            keepLanguage(lang);
            drawing();
        }, { 'aria-label': t('language') }),
        select(['system', 'light', 'dark'].map(name => [name, t(`theme.${name}`)]), localStorage.getItem(THEME) ?? 'system', name => {
            localStorage.setItem(THEME, name);
            theme(name);
        }, { 'aria-label': t('theme') }));
}

function theme(name) {
    document.documentElement.dataset.theme = name;
}

/** Shows the page that the address names. What it began and shows no more is given up. */
async function show() {
    const { path, query } = parse(location.hash);
    const [name = 'overview', ...rest] = path;
    const page = name === 'lists' && rest.length > 0 ? list : PAGES[name];
    leaving.abort();
    leaving = new AbortController();
    const { signal } = leaving;
    unfold(false);
    for (const dialog of document.querySelectorAll('dialog[open]:not([data-sign-in])')) {
        dialog.close(); // it belongs to the page that is left; what was typed is kept
    }
    for (const anchor of document.querySelectorAll('[data-page]')) {
        anchor.toggleAttribute('aria-current', false);
        if (anchor.dataset.page === name) {
            anchor.setAttribute('aria-current', 'page');
        }
    }
    const title = page === undefined ? t('nowhere.title') : page.title(rest);
    document.title = `${title} – Bloomward`;
    const body = h('div', { class: 'page' }, h('p', { class: 'quiet' }, t('loading')));
    const heading = h('h1', { tabindex: -1 }, title);
    const isFirst = main.childElementCount === 0;
    put(main, h('div', { class: 'head' }, heading, h('div', { class: 'actions', id: 'page-actions' })), body);
    if (!isFirst) {
        heading.focus({ preventScroll: true });
        scrollTo(0, 0);
    }
    if (page === undefined) {
        put(body, h('p', null, t('nowhere.text')), h('p', null, h('a', { href: link(['overview']) }, t('nav.overview'))));
        return;
    }
    const context = {
        api, jobs, me, body, query, rest, signal,
        actions: main.querySelector('#page-actions'),
        refusal,
        listen: listener => events.on(listener, signal),
        /** Remembers filters in the address, so that it can be kept and sent. */
        address: values => history.replaceState(null, '', link(path, values)),
        again: show,
        count,
    };
    try {
        await page.show(context);
    } catch (e) {
        if (!signal.aborted) {
            put(body, problem(e, show));
        }
    }
}

function hear({ event, data }) {
    if (event === 'away' || event === 'back' || event === 'signed-out') {
        put(strip, event === 'back' ? null : notice('care', t(event === 'away' ? 'problem.away' : 'problem.signed-out')));
    } else if (event === 'reports') {
        badge('reports', data.open);
    } else if (event === 'audit' || event === 'reset') {
        soon();
    }
}

let timer = 0;

function soon() {
    clearTimeout(timer);
    timer = setTimeout(() => count(true), 500);
}

/** The numbers beside the pages that wait for somebody. */
async function count(background = false) {
    const [held, open] = await Promise.allSettled([api.get('/holds', { limit: 1 }, { background }),
        api.get('/reports', { limit: 1 }, { background })]);
    if (held.status === 'fulfilled') {
        badge('holds', held.value.total);
    }
    if (open.status === 'fulfilled') {
        badge('reports', open.value.total);
    }
}

function badge(name, value) {
    const place = document.querySelector(`[data-count="${name}"]`);
    if (place !== null) {
        put(place, value > 0 ? [h('span', null, brief(value)), h('span', { class: 'unseen' }, ` ${t('nav.waiting')}`)] : null);
    }
}
