/** The lines of `text/event-stream`, read by hand: `EventSource` sends no headers, and the session needs one. */

export class StreamReader {
    #text = '';

    /**
     * @param {string} part of the stream, cut anywhere
     * @returns {{id: string, event: string, data: string}[]} the events that are complete now
     */
    take(part) {
        this.#text += part;
        const blocks = this.#text.split(/\r?\n\r?\n/u);
        this.#text = blocks.pop();
        return blocks.map(read).filter(({ event, data }) => event !== '' || data !== '');
    }
}

function read(block) {
    const fields = { id: '', event: '', data: '' };
    for (const line of block.split(/\r?\n/u)) {
        const [, name, value] = /^(\w+): ?(.*)$/su.exec(line) ?? [];
        if (name === 'data' && fields.data !== '') {
            fields.data += `\n${value}`;
        } else if (name !== undefined && Object.hasOwn(fields, name)) {
            fields[name] = value;
        }
    }
    return fields;
}
