/** Numbers and times as a person of a language reads them. */

const UNITS = [['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]];
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** @param {string} lang @param {number} value @returns {string} `1,234` */
export function number(lang, value) {
    return new Intl.NumberFormat(lang).format(value);
}

/** @returns {string} `12,300` as `12K`, where there is little room */
export function brief(lang, value) {
    return new Intl.NumberFormat(lang, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** @param {number} share of 1 @returns {string} */
export function percent(lang, share) {
    return new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 })
        .format(share);
}

/** @returns {string} `783 B`, `4.5 kB` */
export function bytes(lang, count) {
    const step = count < 1000 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(count) / 3));
    return new Intl.NumberFormat(lang, { style: 'unit', unit: SIZES[step], unitDisplay: step === 0 ? 'narrow' : 'short',
        maximumFractionDigits: step === 0 ? 0 : 1 }).format(count / 1000 ** step).replace(/(?<=\d)B$/u, '\u00A0B');
}

/** @param {string} at ISO @returns {?Date} null where there is no time */
export function date(at) {
    const parsed = new Date(at === '' || at === null || at === undefined ? NaN : at);
    return Number.isNaN(parsed.getTime()) ? null : parsed;
}

/** @returns {string} `19 Nov 2026, 20:40` */
export function moment(lang, at) {
    const parsed = date(at);
    return parsed === null ? '' : new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(parsed);
}

/** @returns {string} `19 Nov` */
export function day(lang, at) {
    const parsed = date(at);
    return parsed === null ? '' : new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short' }).format(parsed);
}

/** @returns {string} the hour of a day, `20:40` */
export function hour(lang, at) {
    const parsed = date(at);
    return parsed === null ? '' : new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' }).format(parsed);
}

/** @param {number} now in milliseconds @returns {string} `5 minutes ago`, `in 3 days` */
export function relative(lang, at, now, style = 'long') {
    const parsed = date(at);
    if (parsed === null) {
        return '';
    }
    const seconds = (parsed.getTime() - now) / 1000;
    const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
    return new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style })
        .format(unit === 'second' ? 0 : Math.trunc(seconds / size), unit);
}

/** @returns {number} whole days from now until then, negative if it is over */
export function daysUntil(at, now) {
    const parsed = date(at);
    return parsed === null ? NaN : Math.floor((parsed.getTime() - now) / 86_400_000);
}
