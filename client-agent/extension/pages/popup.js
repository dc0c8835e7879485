import { visible } from '../core/address.js';
import { addFacts, addReports, showStanding } from './overview.js';
import { ask, at, foreign, show, speak } from './page.js';

/** How many reports fit. */
const MAX_REPORTS = 5;

const api = globalThis.browser ?? globalThis.chrome;
const language = await speak();
const { say, lang } = language;
const [tab] = await api.tabs.query({ active: true, currentWindow: true });
const overview = await ask('overview', { tab: tab?.id });

showStanding(overview, say);
addFacts(at('facts'), overview, language);
overview.exceptions.forEach(addException);
show(overview.exceptions.length > 0, 'opened');
show(overview.canReport, 'report');
at('report').addEventListener('click', () => act('report', { tab: tab.id }));
at('options').addEventListener('click', () => {
    api.runtime.openOptionsPage();
    close();
});
show(true, 'page');

const { reports = [] } = await ask('reports');
addReports(at('reports'), reports.slice(0, MAX_REPORTS), language);
show(reports.length > 0, 'reports-section');

function addException({ list, expression, until }) {
    const item = document.createElement('li');
    const text = document.createElement('span');
    const button = document.createElement('button');
    const time = new Intl.DateTimeFormat(lang, { timeStyle: 'short' }).format(until);
    text.append(foreign(visible(expression)), ' ', say('popupUntil', { time }));
    button.type = 'button';
    button.textContent = say('popupRevoke');
    button.addEventListener('click', () => act('revoke', { tab: tab.id, list, expression }));
    item.append(text, button);
    at('exceptions').append(item);
}

async function act(what, fields) {
    await ask(what, fields);
    close();
}
