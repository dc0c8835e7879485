import { h, put, svg } from './dom.js';
import { brief, t } from './texts.js';

/**
 * Plots with one scale each, drawn one unit a pixel, so that letters keep their size in a narrow window; and each with
 * the table of what it shows.
 *
 * @typedef {{label: string, long: string, values: number[]}} Point
 */

const HEIGHT = 170;
const LEFT = 46;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 24;

/**
 * @param {{kind: 'lines'|'bars'|'stack', series: string[], points: Point[], label: string, table: HTMLElement}} picture
 *     bars: the first series upwards, the second downwards; stack: one on the other
 */
export function plot({ kind, series, points, label, table }) {
    const place = h('div', { class: 'plot-field' });
    const draw = () => put(place, drawing(kind, series, points, Math.max(220, Math.floor(place.clientWidth)), label));
    new ResizeObserver(draw).observe(place);
    return h('figure', { class: 'plot' },
        h('ul', { class: 'legend' }, series.map((name, at) => h('li', null,
            svg('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': 'true' },
                svg('rect', { class: `series-${at}`, width: 10, height: 10, rx: 2 })), name))),
        place,
        h('details', { class: 'plot-table' }, h('summary', null, t('plot.table')), table));
}

/** Round steps that hold everything. @returns {number[]} from the lowest to the highest */
export function steps(lowest, highest, count = 4) {
    const span = Math.max(highest - lowest, 1);
    const raw = span / count;
    const size = 10 ** Math.floor(Math.log10(raw));
    const step = Math.max(1, [1, 2, 5, 10].map(factor => factor * size).find(one => one >= raw) ?? 10 * size);
    const first = Math.floor(lowest / step) * step;
    const found = [];
    for (let at = first; at < highest + step; at += step) {
        found.push(at);
    }
    return found.length < 2 ? [first, first + step] : found;
}

function drawing(kind, series, points, width, label) {
    const totals = points.map(({ values }) => kind === 'stack' ? sum(values) : Math.max(...values, 0));
    const lowest = kind === 'bars' ? -Math.max(...points.map(({ values }) => values[1]), 0) : 0;
    const highest = kind === 'bars' ? Math.max(...points.map(({ values }) => values[0]), 0) : Math.max(...totals, 0);
    const grid = steps(lowest, highest);
    const inner = width - LEFT - RIGHT;
    const y = value => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - grid[0]) / (grid.at(-1) - grid[0]));
    const slot = inner / Math.max(1, points.length);
    const x = at => kind === 'lines' && points.length > 1
        ? LEFT + inner * at / (points.length - 1) : LEFT + slot * (at + 0.5);
    return svg('svg', { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': label },
        grid.map(value => [
            svg('line', { class: value === 0 ? 'axis' : 'grid', x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
            svg('text', { class: 'tick', x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, brief(Math.abs(value)))]),
        labels(points, width).map(at => svg('text', { class: 'tick', x: x(at), y: HEIGHT - 6,
            'text-anchor': at === 0 && kind === 'lines' ? 'start' : at === points.length - 1 && kind === 'lines' ? 'end' : 'middle' },
        points[at].label)),
        kind === 'lines' ? lines(series, points, x, y) : bars(kind, points, x, y, Math.max(1, Math.min(26, slot * 0.7))));
}

function lines(series, points, x, y) {
    return series.map((name, one) => {
        const known = points.map(({ values }, at) => [values[one], x(at)]).filter(([value]) => value !== null && value !== undefined);
        return [
            svg('path', { class: `line series-${one}`, d: known.map(([value, at], first) => `${first === 0 ? 'M' : 'L'}${at} ${y(value)}`).join('') }),
            known.length > 40 ? null : known.map(([value, at]) => svg('circle', { class: `series-${one}`, cx: at, cy: y(value), r: 2.5 }))];
    });
}

function bars(kind, points, x, y, width) {
    return points.map(({ values, long }, at) => {
        let below = 0;
        return svg('g', null, svg('title', null, long), values.map((value, one) => {
            const [from, to] = kind === 'stack' ? [below, below += value] : one === 0 ? [0, value] : [-value, 0];
            return value === 0 ? null : svg('rect', { class: `series-${one}`, x: x(at) - width / 2, width, y: y(to),
                height: Math.max(1, y(from) - y(to)) });
        }));
    });
}

/** As many labels as have room. */
function labels(points, width) {
    const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(width / 90))));
    return points.map((_, at) => at).filter(at => at % every === 0);
}

function sum(values) {
    return values.reduce((all, value) => all + value, 0);
}
