import { svg } from './dom.js';

/** Drawn on a field of 20 by 20, in the colour of the text. */
const PATHS = {
    overview: 'M3 3h6v8H3z M11 3h6v4h-6z M11 9h6v8h-6z M3 13h6v4H3z',
    lists: 'M3 5h2 M8 5h9 M3 10h2 M8 10h9 M3 15h2 M8 15h9',
    lookup: 'M9 3a6 6 0 1 0 0 12a6 6 0 1 0 0-12 M14 14l4 4',
    holds: 'M6 3v14 M14 3v14',
    feeds: 'M10 3v10 M6 9l4 4 4-4 M3 17h14',
    allow: 'M10 2l7 3v5c0 4-3 7-7 8c-4-1-7-4-7-8V5z M7 10l2 2 4-4',
    reports: 'M4 17V3h11l-2 4 2 4H4',
    audit: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14 M10 6v4l3 2',
    access: 'M7 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8 M10 9l7-6 M14 5l2 3',
    good: 'M4 10l4 4 8-9',
    care: 'M10 2l8 15H2z M10 8v4 M10 14v1',
    info: 'M10 2a8 8 0 1 0 0 16a8 8 0 1 0 0-16 M10 9v5 M10 6v.1',
    alarm: 'M10 2a8 8 0 1 0 0 16a8 8 0 1 0 0-16 M10 6v5 M10 13v1',
    menu: 'M3 5h14 M3 10h14 M3 15h14',
    close: 'M5 5l10 10 M15 5L5 15',
};

/** A picture that says nothing that the text beside it does not say. */
export function icon(name) {
    return svg('svg', { class: `icon icon-${name}`, viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false' },
        svg('path', { d: PATHS[name] }));
}
