/**
 * Builds elements. Text is only ever text: nothing here, or anywhere in the console, makes markup of a string, and the
 * server's Trusted Types policy would stop it.
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} tag
 * @param {?Record<string, unknown>} [settings] attributes; `on` holds listeners by event; `value`, `checked` and
 *     `indeterminate` are set as properties; what is false, null or undefined is left out
 * @param {...(Node|string|number|null|undefined|false|Array)} children nested arrays are flattened
 * @returns {HTMLElement}
 */
export function h(tag, settings, ...children) {
    return fill(document.createElement(tag), settings, children);
}

/** The same, of SVG. @returns {SVGElement} */
export function svg(tag, settings, ...children) {
    return fill(document.createElementNS(SVG, tag), settings, children);
}

function fill(element, settings, children) {
    for (const [name, value] of Object.entries(settings ?? {})) {
        if (name === 'on') {
            for (const [event, listener] of Object.entries(value)) {
                element.addEventListener(event, listener);
            }
        } else if ((name === 'value' && value !== undefined) || name === 'checked' || name === 'indeterminate') {
            element[name] = value;
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value === true ? '' : String(value));
        }
    }
    element.append(...nodes(children));
    return element;
}

/** @returns {(Node|string)[]} what can be appended, however deeply it was nested */
export function nodes(children) {
    return [children].flat(Infinity)
        .filter(child => child !== null && child !== undefined && child !== false)
        .map(child => typeof child === 'number' ? String(child) : child);
}

/**
 * Puts other children into an element. Focus stays at the element with the same `id` or `data-key`, and with it the
 * place of a person in a list that was drawn again.
 */
export function put(element, ...children) {
    const held = element.contains(document.activeElement) ? mark(document.activeElement) : null;
    element.replaceChildren(...nodes(children));
    if (held !== null) {
        [...element.querySelectorAll('[id], [data-key]')].find(child => mark(child) === held)
            ?.focus({ preventScroll: true });
    }
    return element;
}

function mark(element) {
    return element.dataset.key ?? (element.id === '' ? null : element.id);
}
