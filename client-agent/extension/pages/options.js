import { visible } from '../core/address.js';
import { duration, moment } from '../core/texts.js';
import { addFacts, addReports, showStanding } from './overview.js';
import { addRow, ask, at, show, speak } from './page.js';

const api = globalThis.browser ?? globalThis.chrome;
const language = await speak();
const { say, lang } = language;

document.title = say('optionsTitle');
at('prove').addEventListener('click', prove);
at('open-listed').addEventListener('click', () => openTest('listed'));
at('open-clean').addEventListener('click', () => openTest('clean'));
let tests = null;
await tell();
show(true, 'page');

const { reports = [] } = await ask('reports');
addReports(at('reports'), reports, language);
show(reports.length > 0, 'reports-section');

async function tell() {
    const overview = await ask('overview');
    const { status, policy, version } = overview;
    ({ tests } = overview);
    at('standing').className = 'standing';
    showStanding(overview, say);
    at('facts').replaceChildren();
    addFacts(at('facts'), overview, language);
    if (status !== null) {
        addRow(at('facts'), say('detailPublisher'), visible(policy.publisher || status.origin || ''), true);
        addRow(at('facts'), say('optionsServer'), visible(status.server ?? ''), true);
        addRow(at('facts'), say('optionsLastPoll'), moment(lang, status.lastPoll?.at) ?? say('detailTimeUnknown'));
        addRow(at('facts'), say('optionsAgent'), visible(status.program ?? ''), true);
    }
    addRow(at('facts'), say('optionsExtension'), version, true);
    at('policy').replaceChildren();
    addPolicy(policy);
    at('private').textContent = say(overview.isPrivateAllowed ? 'optionsPrivateYes' : 'optionsPrivateNo');
    at('open-listed').disabled = tests === null;
    at('open-clean').disabled = tests === null;
}

function addPolicy(policy) {
    const list = at('policy');
    addRow(list, say('policyProceed'), policy.proceedSeconds === 0
        ? say('policyProceedOff') : say('policyProceedFor', { time: duration(lang, policy.proceedSeconds) }));
    addRow(list, say('policyUnknown'), say(`policyUnknown_${policy.unknown}`));
    addRow(list, say('policySubresources'), say(policy.subresources ? 'policySubresourcesOn' : 'policySubresourcesOff'));
    addRow(list, say('policyReports'), say(policy.reports ? 'yes' : 'no'));
    if (policy.contact !== '') {
        addRow(list, say('policyContact'), visible(policy.contact), true);
    }
}

function openTest(which) {
    return api.tabs.create({ url: tests[which] });
}

async function prove() {
    at('proved').textContent = say('optionsProving');
    await ask('prove');
    await tell();
    at('proved').textContent = at('standing-text').textContent;
}
