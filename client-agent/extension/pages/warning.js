import { show as showAddress, visible } from '../core/address.js';
import { duration, moment } from '../core/texts.js';
import { addRow, ask, at, show, speak, token } from './page.js';

/** The categories with words of their own; others are named. */
const CATEGORIES = { phishing: 'Phishing', malware: 'Malware', unwanted: 'Unwanted' };

/** After this time, there was no way back. */
const STAYS_MILLIS = 1_000;

/** In a frame, another page could lay itself around or over the warning. The policy of the extension says so, too. */
if (top === self) {
    await tell();
}

async function tell() {
    const { say, lang } = await speak();
    const found = await ask('warning', { token: token() });
    const { warning } = found;
    if (warning) {
        tellWhat(found, say);
        tellDetails(found, say, lang);
        offer(found, say, lang);
    } else {
        headline(say, 'Gone', {});
        show(false, 'address', 'more', 'source');
    }
    at('back').addEventListener('click', () => goBack(warning));
    show(true, 'page');
    // On the heading, so that it is read first and the next key reaches "Go back"; never on "Proceed".
    at('title').focus();
}

function headline(say, kind, values) {
    at('title').textContent = say(`warningTitle${kind}`, values);
    at('lead').textContent = say(`warningLead${kind}`, values);
    document.title = `${say(`warningTitle${kind}`, values)} – Bloomward`;
}

function tellWhat({ warning, publisher }, say) {
    const address = showAddress(warning.url);
    at('host').textContent = address.host;
    at('unicode-host').textContent = address.unicodeHost ?? '';
    show(address.unicodeHost !== null, 'unicode');
    at('foot').textContent = say(warning.isBehind ? 'warningFootBehind' : 'warningFoot');
    if (warning.kind === 'unchecked') {
        headline(say, 'Unchecked', {});
        at('source').textContent = say(uncheckedReason(warning.reason));
        return;
    }
    const [first] = warning.matches;
    const kind = Object.hasOwn(CATEGORIES, first?.category ?? '') ? CATEGORIES[first.category] : 'Other';
    headline(say, kind, { category: visible(first?.category ?? '') });
    const who = visible(publisher || say('warningPublisherUnknown'));
    at('source').append(
        say(first?.confirmed ? 'warningSourceConfirmed' : 'warningSourceUnconfirmed',
            { publisher: `\u2068${who}\u2069`, list: `\u2068${visible(first?.list ?? '')}\u2069` }),
        ...(warning.page === warning.url ? [] : [' ', say('warningIsPart')]));
}

function uncheckedReason(reason) {
    return {
        absent: 'warningUncheckedAbsent', slow: 'warningUncheckedSlow', no_data: 'warningUncheckedNoData',
        expired: 'warningUncheckedExpired', unjudgeable: 'warningUncheckedUnjudgeable',
    }[reason] ?? 'warningUncheckedOther';
}

function tellDetails({ warning, publisher, contact }, say, lang) {
    const facts = at('facts');
    addRow(facts, say('detailAddress'), showAddress(warning.url).full, true);
    for (const match of warning.matches) {
        addRow(facts, say('detailEntry'), visible(match.expression), true);
        addRow(facts, say('detailList'), visible(match.list), true);
        if (match.version !== null) {
            addRow(facts, say('detailVersion'), say('detailVersionText', {
                version: new Intl.NumberFormat(lang).format(match.version),
                time: moment(lang, warning.issued) ?? say('detailTimeUnknown'),
            }));
        }
        if (match.category !== null) {
            addRow(facts, say('detailCategory'), visible(match.category), true);
        }
        addRow(facts, say('detailConfirmed'), say(match.confirmed ? 'detailConfirmedYes' : 'detailConfirmedNo'));
    }
    if (publisher) {
        addRow(facts, say('detailPublisher'), visible(publisher), true);
    }
    if (warning.freshness !== null) {
        addRow(facts, say('detailFreshness'), say(`freshness_${warning.freshness}`));
    }
    at('certainty').textContent = warning.kind === 'listed' ? say('warningCertainty') : '';
    at('contact').textContent = visible(contact);
    show(contact !== '', 'contact-line');
}

function offer({ warning, mayReport, proceedSeconds }, say, lang) {
    show(warning.kind === 'unchecked', 'retry');
    show(mayReport, 'mistake');
    show(proceedSeconds > 0, 'going-on');
    show(proceedSeconds === 0, 'no-proceed');
    at('proceed-text').textContent = say(
        warning.kind === 'listed' ? 'warningProceedText' : 'warningProceedUnchecked',
        { time: duration(lang, proceedSeconds) });
    at('more').addEventListener('click', () => {
        const isOpen = at('details').hidden;
        show(isOpen, 'details');
        at('more').setAttribute('aria-expanded', String(isOpen));
    });
    at('retry').addEventListener('click', () => ask('retry', { token: token() }));
    at('report').addEventListener('click', () => ask('report', { token: token() }));
    at('proceed').addEventListener('click', async () => {
        const { error } = await ask('proceed', { token: token() });
        if (error !== undefined) {
            at('problem').textContent = say(error === 'policy' ? 'problemPolicy' : 'problemAgent');
        }
    });
}

/** Goes back over the warned page, too, if it was there; where nothing is behind, the background closes the tab. */
function goBack(warning) {
    const steps = warning?.isBehind ? 2 : 1;
    const stay = setTimeout(() => ask('back'), STAYS_MILLIS);
    // Told when the way back begins; the page behind may take long to come.
    addEventListener('beforeunload', () => clearTimeout(stay), { once: true });
    if (history.length > steps) {
        history.go(-steps);
    } else {
        clearTimeout(stay);
        void ask('back');
    }
}
