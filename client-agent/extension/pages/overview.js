import { visible } from '../core/address.js';
import { moment } from '../core/texts.js';
import { addRow, at } from './page.js';

/** Shown by the popup and by the options. */

const WORDS = { on: 'levelOn', part: 'levelPart', off: 'levelOff' };

export function showStanding({ standing: { level, reason } }, say) {
    at('standing').classList.add(level);
    at('standing-icon').src = `../icons/${level}-32.png`;
    at('standing-word').textContent = say(WORDS[level]);
    at('standing-text').textContent = say(reason);
}

export function addFacts(list, { status, rung }, { say, lang }) {
    if (status !== null) {
        addRow(list, say('detailFreshness'), say(`freshness_${status.freshness ?? 'none'}`));
        addRow(list, say('overviewIssued'), moment(lang, status.latestIssued) ?? say('detailTimeUnknown'));
        addRow(list, say('overviewLists'), (status.lists ?? []).map(
            one => `\u2068${visible(one.name)}\u2069 (${say('overviewVersion', { version: one.version })})`).join(', ')
            || say('overviewNone'));
    }
    addRow(list, say('overviewRung'), say(rung.proven ? `rung_${rung.now}` : 'rung_unproven'));
}

/** @param {HTMLElement} list @param {object[]} reports the newest first */
export function addReports(list, reports, { say, lang }) {
    for (const report of reports) {
        const item = document.createElement('li');
        const text = document.createElement('span');
        const state = document.createElement('strong');
        text.textContent = `${say(`report_${report.kind}`)}, ${moment(lang, report.at) ?? ''}`;
        state.textContent = say(`reportState_${report.state}`);
        item.append(text, state);
        list.append(item);
    }
}
