import { h, put } from './dom.js';
import { t } from './texts.js';
import { button, problem } from './ui.js';

/**
 * Rows that the server keeps and searches: one part of them at a time is here, never all.
 */

const MOST = 100;

/**
 * @template Row
 * @param {{
 *     load: (after: string, limit: number) => Promise<{rows: Row[], next: string, total?: number}>,
 *     row: (row: Row) => HTMLElement,
 *     label: string,
 *     none: () => HTMLElement,
 *     signal: AbortSignal,
 *     limit?: number,
 *     className?: string,
 *     onShown?: (list: HTMLElement, rows: Row[]) => void,
 * }} settings
 */
export function parts({ load, row, label, none, signal, limit = MOST, className = '', onShown }) {
    const list = h('ul', { class: `rows ${className}`, 'aria-label': label });
    const foot = h('div', { class: 'more' });
    const said = h('div', { role: 'status' });
    const element = h('div', null, said, list, foot);
    let starts = ['']; // where the parts before began
    let shownBefore = [0];
    let run = 0;

    async function show(isMove = false) {
        const mine = run += 1;
        element.setAttribute('aria-busy', 'true');
        try {
            const { rows, next, total } = await gather(starts.at(-1), () => mine === run && !signal.aborted);
            if (mine !== run || signal.aborted) {
                return; // a later question was asked meanwhile
            }
            const before = shownBefore.at(-1);
            put(said);
            if (rows.length === 0 && starts.length === 1) {
                put(list);
                put(foot);
                put(said, none());
            } else {
                put(list, rows.map(row));
                put(foot, h('span', null, t('parts.shown', { from: before + 1, to: before + rows.length }), total === undefined ? null : ` ${t('parts.of', { n: total })}`),
                    starts.length > 1 ? button(t('parts.before'), () => {
                        starts.pop();
                        shownBefore.pop();
                        return show(true);
                    }, { key: 'parts-before' }) : null,
                    next === '' ? null : button(t('parts.next'), () => {
                        starts.push(next);
                        shownBefore.push(before + rows.length);
                        return show(true);
                    }, { key: 'parts-next' }));
                foot.hidden = next === '' && starts.length === 1 && (total ?? rows.length) === rows.length && rows.length < 8;
            }
            onShown?.(list, rows);
            if (isMove) {
                list.scrollIntoView({ block: 'nearest' });
            }
        } catch (e) {
            if (mine === run && !signal.aborted) {
                put(said, problem(e, () => show()));
                if (starts.length === 1) {
                    put(list);
                    put(foot);
                }
            }
        } finally {
            if (mine === run) {
                element.removeAttribute('aria-busy');
            }
        }
    }

    /** A search stops after a bounded walk, perhaps without a row: it goes on from there while somebody waits for it. */
    async function gather(after, isWanted) {
        const rows = [];
        let place = after;
        let total;
        let seen = 0;
        do {
            const part = await load(place, limit - rows.length);
            rows.push(...part.rows);
            place = part.next;
            total = part.total;
            seen += 1;
            if (seen > 1 && rows.length < limit && place !== '') {
                put(said, h('p', { class: 'quiet' }, t('parts.searching', { n: rows.length })));
            }
        } while (rows.length < limit && place !== '' && isWanted());
        return { rows, next: place, total };
    }

    return {
        element,
        list,
        /** Asks again, from the first row or from the same one. */
        reload({ keepPlace = false } = {}) {
            if (!keepPlace) {
                starts = [''];
                shownBefore = [0];
            }
            return show();
        },
    };
}
