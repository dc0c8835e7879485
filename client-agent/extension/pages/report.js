import { visible } from '../core/address.js';
import { addRow, ask, at, show, speak, token } from './page.js';

/** The pause in typing after which the preview is made again. */
const PAUSE_MILLIS = 250;

const { say } = await speak();
const { draft, publisher } = await ask('draft', { token: token() });
/** The text that the preview shows, and so the one that the button may send. @type {?string} */
let previewed = null;
let pause;

if (draft) {
    document.title = `${say(`reportTitle_${draft.kind}`)} – Bloomward`;
    at('title').textContent = say(`reportTitle_${draft.kind}`);
    at('lead').textContent = say('reportLead', { publisher: `\u2068${visible(publisher ?? '')}\u2069` });
    show(draft.hasQuery, 'query-line');
    at('form').addEventListener('input', () => {
        at('send').disabled = true;
        clearTimeout(pause);
        pause = setTimeout(preview, PAUSE_MILLIS);
    });
    at('form').addEventListener('submit', send);
    await preview();
} else {
    at('title').textContent = say('reportGone');
    show(false, 'form');
}
at('cancel').addEventListener('click', leave);
at('close').addEventListener('click', leave);
show(true, 'page');
at('title').focus();

function fields() {
    return { token: token(), comment: at('comment').value.trim(), withQuery: at('with-query').checked };
}

async function preview() {
    const asked = fields();
    const { report, error } = await ask('preview', asked);
    if (JSON.stringify(asked) !== JSON.stringify(fields())) {
        return; // a later one is on its way
    }
    tellProblem(error);
    at('preview').replaceChildren();
    if (report !== undefined) {
        tell(at('preview'), report);
        previewed = JSON.stringify(asked);
        at('send').disabled = false;
    }
}

async function send(event) {
    event.preventDefault();
    const asked = fields();
    if (previewed !== JSON.stringify(asked)) {
        return;
    }
    at('send').disabled = true;
    const { number, state, report, error } = await ask('send', asked);
    if (number === undefined) {
        tellProblem(error ?? 'failed');
        at('send').disabled = false;
        return;
    }
    addRow(at('sent-facts'), say('reportNumber'), number, true);
    addRow(at('sent-facts'), say('reportState'), say(`reportState_${state}`));
    tell(at('sent-facts'), report);
    at('sent-text').textContent = say('reportSent');
    show(false, 'form', 'lead');
    show(true, 'sent');
    at('sent-text').focus();
}

/** Every field of the report, whatever fields there are: nothing is sent that is not shown. */
function tell(list, report) {
    for (const [name, value] of Object.entries(report)) {
        const text = String(value);
        addRow(list, say(`reportField_${name}`), text === '' ? say('reportNothing') : visible(text), true);
    }
}

function tellProblem(error) {
    at('problem').textContent = error === undefined
        ? ''
        : say({ too_long: 'problemTooLong', policy: 'problemReports' }[error] ?? 'problemAgent');
}

function leave() {
    close();
}
