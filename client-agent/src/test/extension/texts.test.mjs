import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { duration, language, message, moment } from '../../../extension/core/texts.js';

const EXTENSION = new URL('../../../extension/', import.meta.url);
const [en, de] = ['en', 'de'].map(
    lang => JSON.parse(readFileSync(new URL(`_locales/${lang}/messages.json`, EXTENSION), 'utf8')));

test('takes the language of the policy, else the browser’s, else English', () => {
    assert.equal(language('browser', 'de-AT'), 'de');
    assert.equal(language('browser', 'DE'), 'de');
    assert.equal(language('browser', 'fr'), 'en');
    assert.equal(language('de', 'en-GB'), 'de');
    assert.equal(language('en', 'de'), 'en');
});

test('puts values in, and not again into values', () => {
    const texts = { messages: { both: { message: '{a} and {b}, {c}' } } };
    assert.equal(message(texts, 'both', { a: '{b}', b: '$1' }), '{b} and $1, {c}');
    assert.equal(message(texts, 'none'), 'none');
});

test('writes times in words', () => {
    assert.equal(duration('en', 600), '10 minutes');
    assert.equal(duration('de', 3_600), '1 Stunde');
    assert.equal(duration('en', 90), '90 seconds');
    assert.equal(moment('en', 'no time'), null);
    assert.equal(moment('en', null), null);
    assert.match(moment('de', '2026-11-01T12:00:00Z'), /1\. November 2026/u);
});

test('has every message in both languages, with the same values', () => {
    assert.deepEqual(Object.keys(de), Object.keys(en));
    const values = text => [...text.message.matchAll(/\{\w+\}/gu)].map(([value]) => value).sort();
    for (const name of Object.keys(en)) {
        assert.notEqual(en[name].message, '');
        assert.notEqual(de[name].message, '');
        assert.deepEqual(values(de[name]), values(en[name]), name);
    }
});

test('has a message for every name that the sources use, and no other', () => {
    const sources = ['core', 'background', 'pages', '.'].flatMap(folder => readdirSync(new URL(folder, EXTENSION))
        .filter(file => /\.(?:js|html|json)$/u.test(file))
        .map(file => readFileSync(new URL(`${folder}/${file}`, EXTENSION), 'utf8'))).join('\n');
    const used = name => new RegExp(`\\b(?:__MSG_)?${name}(?:__)?\\b`, 'u').test(sources)
        // a name that ends in a word from elsewhere: `rung_${rung.now}`, `warningTitle${kind}`
        || [/_\w+$/u, /(?<=^warning(?:Title|Lead))\w+$/u].some(
            end => end.test(name) && sources.includes(`\`${name.replace(end, end.source.startsWith('_') ? '_' : '')}\${`));
    assert.deepEqual(Object.keys(en).filter(name => !used(name)), []);
    const named = [...sources.matchAll(/(?:say\(|data-text="|reason: |__MSG_)['"]?(\w+?)(?:['"]|__)/gu)]
        .map(([, name]) => name);
    assert.ok(named.length > 50);
    assert.deepEqual(named.filter(name => !Object.hasOwn(en, name) && !['standing', 'absent'].includes(name)), []);
});
