import { standing } from '../core/standing.js';
import { message } from '../core/texts.js';
import { api } from './api.js';
import { judge } from './judge.js';
import { memory } from './memory.js';
import { rung } from './rung.js';
import { texts } from './texts.js';

/** A sign beside the colour, for people who cannot see the colour. */
const BADGE = { on: '', part: '!', off: '×' };

/** @returns {import('../core/standing.js').Standing} */
export function standingNow() {
    return standing({ ...judge.facts, rung: rung.now, proven: rung.proven });
}

/** Shows the standing on the icon. */
export async function showStanding() {
    const { level, reason } = standingNow();
    const title = `Bloomward: ${message(await texts(), reason)}`;
    await Promise.all([
        api.action.setIcon({ path: { 16: `/icons/${level}-16.png`, 32: `/icons/${level}-32.png` } }),
        api.action.setBadgeText({ text: BADGE[level] }),
        api.action.setBadgeBackgroundColor({ color: level === 'off' ? '#5f6368' : '#8a5300' }),
        api.action.setBadgeTextColor({ color: '#ffffff' }),
        api.action.setTitle({ title }),
    ]);
}

/** Shows on the icon of a tab that something was opened there in spite of a warning. */
export async function showExceptions(tab) {
    const has = memory.exceptions.of(tab).length > 0;
    const title = `Bloomward: ${message(await texts(), has ? 'iconException' : standingNow().reason)}`;
    await Promise.all([
        api.action.setBadgeText({ tabId: tab, text: has ? '!' : null }),
        api.action.setTitle({ tabId: tab, title }),
    ]).catch(() => {}); // the tab is gone
}
