/**
 * A list that is walked by keys: arrows, Home and End move, and each row may answer letters. The letters count only
 * while a row has the focus, so that nobody sets one off by accident.
 *
 * @param {HTMLElement} list whose rows match `[data-row]`
 * @param {(key: string, row: HTMLElement) => boolean} onKey whether the key was used
 */
export function walk(list, onKey) {
    list.addEventListener('keydown', event => {
        const row = event.target.closest('[data-row]');
        if (row !== event.target || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const rows = [...list.querySelectorAll('[data-row]')];
        const at = rows.indexOf(row);
        const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: rows.length - 1 }[event.key];
        if (to !== undefined) {
            focusRow(list, rows[Math.max(0, Math.min(rows.length - 1, to))]);
            event.preventDefault();
        } else if (onKey(event.key.length === 1 ? event.key.toLowerCase() : event.key, row)) {
            event.preventDefault();
        }
    });
    list.addEventListener('focusin', event => {
        const row = event.target.closest('[data-row]');
        if (row !== null) {
            mark(list, row);
        }
    });
}

/** One row can be reached by Tab: the one that had the focus last. */
export function mark(list, row) {
    for (const other of list.querySelectorAll('[data-row][tabindex="0"]')) {
        other.tabIndex = -1;
    }
    if (row !== undefined && row !== null) {
        row.tabIndex = 0;
    }
}

export function focusRow(list, row) {
    mark(list, row);
    row?.focus();
}
