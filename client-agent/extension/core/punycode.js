/**
 * Labels `xn--` to Unicode (RFC 3492, decoding only), for display beside the ASCII form and never instead of it. No
 * URL is judged by it.
 */

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX_CODE_POINT = 0x10FFFF;

/** @param {string} host @returns {string} a label that cannot be decoded stays as it is */
export function toUnicode(host) {
    return host.split('.')
        .map(label => isEncoded(label) ? decode(label.slice(4)) ?? label : label).join('.');
}

function isEncoded(label) {
    return label.startsWith('xn--') && label.length > 4;
}

/** @returns {?string} */
function decode(input) {
    const delimiter = input.lastIndexOf('-');
    const output = delimiter > 0 ? [...input.slice(0, delimiter)].map(char => char.codePointAt(0)) : [];
    let n = INITIAL_N;
    let bias = INITIAL_BIAS;
    let i = 0;
    for (let at = delimiter > 0 ? delimiter + 1 : 0; at < input.length;) {
        const before = i;
        for (let weight = 1, k = BASE; ; k += BASE) {
            const digit = at < input.length ? digitOf(input.charCodeAt(at++)) : BASE;
            if (digit >= BASE || i > MAX_CODE_POINT * 64) {
                return null;
            }
            i += digit * weight;
            const t = Math.min(Math.max(k - bias, T_MIN), T_MAX);
            if (digit < t) {
                break;
            }
            weight *= BASE - t;
        }
        const length = output.length + 1;
        bias = adapt(i - before, length, before === 0);
        n += Math.floor(i / length);
        i %= length;
        if (n > MAX_CODE_POINT || n >= 0xD800 && n <= 0xDFFF) {
            return null;
        }
        output.splice(i++, 0, n);
    }
    return String.fromCodePoint(...output);
}

function digitOf(code) {
    if (code >= 0x30 && code <= 0x39) {
        return code - 0x30 + 26;
    }
    return code >= 0x61 && code <= 0x7A ? code - 0x61 : BASE;
}

function adapt(delta, length, isFirst) {
    let rest = Math.floor(delta / (isFirst ? DAMP : 2));
    rest += Math.floor(rest / length);
    let k = 0;
    for (; rest > (BASE - T_MIN) * T_MAX >> 1; k += BASE) {
        rest = Math.floor(rest / (BASE - T_MIN));
    }
    return k + Math.floor((BASE - T_MIN + 1) * rest / (rest + SKEW));
}
