/**
 * As much of a document as the parts of the console use, for tests in Node: elements with attributes, text and events.
 * Nothing is laid out, and a selector is a tag, an attribute, or both.
 */
class Element extends EventTarget {
    #attributes = new Map();
    children = [];
    parent = null;
    id = '';
    value = '';
    checked = false;
    dataset = {};

    constructor(tag) {
        super();
        this.tag = tag;
    }

    setAttribute(name, value) {
        this.#attributes.set(name, value);
        if (name === 'id') {
            this.id = value;
        }
    }

    getAttribute = name => this.#attributes.get(name) ?? null;
    removeAttribute = name => this.#attributes.delete(name);

    append(...nodes) {
        for (const node of nodes) {
            if (node instanceof Element) {
                node.parent = this;
            }
            this.children.push(node);
        }
    }

    replaceChildren(...nodes) {
        this.children = [];
        this.append(...nodes);
    }

    remove() {
        this.parent.children = this.parent.children.filter(child => child !== this);
    }

    get textContent() {
        return this.children.map(child => child.textContent ?? child).join('');
    }

    get firstElementChild() {
        return this.children.find(child => child instanceof Element) ?? null;
    }

    /** This one and all below it. */
    get all() {
        return [this, ...this.children.flatMap(child => child.all ?? [])];
    }

    contains = element => this.all.includes(element);

    querySelectorAll(selector) {
        const wanted = selector.split(', ').map(one => /^(\w*)(?:\[([\w-]+)(?:="([^"]*)")?\])?$/u.exec(one));
        return this.all.slice(1).filter(element => wanted.some(([, tag, name, value]) => (tag === '' || tag === element.tag)
            && (name === undefined || (value === undefined ? element.getAttribute(name) !== null : element.getAttribute(name) === value))));
    }

    querySelector = selector => this.querySelectorAll(selector)[0] ?? null;
    click = () => this.dispatchEvent(new Event('click'));
    focus = () => { document.activeElement = this; };
    showModal() {}
    close = () => this.dispatchEvent(new Event('close'));
}

const body = new Element('body');

export const document = {
    body,
    activeElement: body,
    createElement: tag => new Element(tag),
    createElementNS: (_, tag) => new Element(tag),
    getElementById: id => body.all.find(element => element.id === id) ?? null,
};

globalThis.document = document;
