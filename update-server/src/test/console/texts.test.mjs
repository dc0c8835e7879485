import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { choose, say } from '../../main/console/core/texts.js';
import { de } from '../../main/console/texts/de.js';
import { en } from '../../main/console/texts/en.js';

const CONSOLE = new URL('../../main/console/', import.meta.url);
const scripts = readdirSync(CONSOLE, { recursive: true }).filter(file => file.endsWith('.js') && !file.startsWith('texts/'));
const source = scripts.map(file => readFileSync(new URL(file, CONSOLE), 'utf8')).join('\n');

const forms = text => typeof text === 'string' ? [text] : Object.values(text);
const holes = text => [...new Set(forms(text).flatMap(form => [...form.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name)))].sort();

test('says everything in both languages, with the same values', () => {
    assert.ok(Object.keys(en).length > 500);
    assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
    for (const key of Object.keys(en)) {
        assert.deepEqual(holes(de[key]), holes(en[key]), key);
        assert.ok(forms(en[key]).every(form => form.trim() !== ''), key);
        assert.ok(forms(de[key]).every(form => form.trim() !== ''), key);
    }
});

test('has both forms where a number decides', () => {
    for (const texts of [en, de]) {
        for (const [key, text] of Object.entries(texts).filter(([, one]) => typeof one !== 'string')) {
            assert.deepEqual(Object.keys(text), ['one', 'other'], key);
            assert.ok(holes(text).includes('n'), key);
        }
    }
});

test('has each text that the pages ask for', () => {
    const asked = [...source.matchAll(/\bt\('([^']+)'/gu)].map(([, key]) => key);
    assert.ok(asked.length > 400);
    assert.deepEqual(asked.filter(key => !Object.hasOwn(en, key)), []);
    const begun = [...source.matchAll(/\bt\(`([^`$]*)\$\{/gu)].map(([, start]) => start);
    assert.ok(begun.length > 20);
    assert.deepEqual(begun.filter(start => !Object.keys(en).some(key => key.startsWith(start))), []);
});

test('has no text that nobody asks for', () => {
    const begun = [...source.matchAll(/`([^`$]*\.)\$\{/gu)].map(([, start]) => start);
    const groups = [...source.matchAll(/(?:word|counted)\((?:[^,()]*\? )?'(\w+)'(?: : '(\w+)')?/gu)].flatMap(([, ...names]) => names).filter(Boolean);
    const quoted = new Set([...source.matchAll(/'([\w.-]+)'/gu)].map(([, text]) => text));
    const unused = Object.keys(en).filter(key => !quoted.has(key) && !begun.some(start => key.startsWith(start))
        && !groups.includes(key.split('.')[0]));
    assert.deepEqual(unused, []);
});

test('puts numbers and words into a text, and shows what is missing', () => {
    assert.equal(say('en', 'chosen', { n: 1234 }), '1,234 selected');
    assert.equal(say('de', 'chosen', { n: 1234 }), '1.234 ausgewählt');
    assert.equal(say('en', 'more.n', { n: 1 }), 'and 1 more');
    assert.equal(say('en', 'until', {}), 'until {when}');
    assert.equal(say('en', 'no.such.text'), 'no.such.text');
});

test('never reads values as patterns or texts', () => {
    assert.equal(say('en', 'until', { when: '{when} $& <b>' }), 'until {when} $& <b>');
});

test('takes the language that was chosen, then one of the browser, then English', () => {
    assert.equal(choose('de', ['en-US']), 'de');
    assert.equal(choose(null, ['fr-FR', 'de-AT', 'en']), 'de');
    assert.equal(choose('xx', ['fr']), 'en');
});
