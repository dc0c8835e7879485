import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const CONSOLE = new URL('../../main/console/', import.meta.url);
const files = readdirSync(CONSOLE, { recursive: true });
const read = file => readFileSync(new URL(file, CONSOLE), 'utf8');
const scripts = files.filter(file => file.endsWith('.js'));

test('has sources', () => {
    assert.ok(scripts.length > 25);
});

test('never makes markup of text, runs text as a program, or logs', () => {
    for (const script of scripts) {
        assert.doesNotMatch(read(script), /innerHTML|outerHTML|insertAdjacentHTML|setHTML|document\.write|\beval\b|new Function|DOMParser|createPolicy|\bconsole\.\w+\(/u, script);
    }
});

test('has no script, style or event inside a page, and nothing from elsewhere', () => {
    const page = read('index.html');
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|javascript:|https?:/u);
    assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/u);
    for (const script of scripts) {
        assert.doesNotMatch(read(script), /\bstyle: (?!'(?:unit|percent)')|'style'|https?:\/\/(?!www\.w3\.org\/2000\/svg')\w/u, script);
    }
    assert.doesNotMatch(read('console.css'), /url\(|@import/u);
});

test('names files that are there', () => {
    for (const script of scripts) {
        for (const [, file] of read(script).matchAll(/from '(\.[^']+)'/gu)) {
            assert.doesNotThrow(() => readFileSync(new URL(file, new URL(script, CONSOLE))), `${script}: ${file}`);
        }
    }
});

test('imports what it uses, and uses what it imports', () => {
    for (const script of scripts) {
        const text = read(script);
        for (const [, names] of text.matchAll(/import \{([^}]+)\}/gu)) {
            for (const name of names.split(',').map(one => one.trim().split(' as ').pop()).filter(one => one !== '')) {
                const uses = text.match(new RegExp(`(?<![\\w.'-])${name}(?![\\w'-])`, 'gu'));
                assert.ok(uses.length > 1, `${script}: ${name}`);
            }
        }
    }
});

test('keeps no secret on the disk: only language and appearance', () => {
    const uses = scripts.flatMap(script => [...read(script).matchAll(/localStorage\.\w+\((\w+)/gu)].map(([, key]) => key));
    assert.deepEqual([...new Set(uses)].sort(), ['KEPT', 'THEME']);
    assert.ok(scripts.every(script => !/indexedDB|caches\.|document\.cookie/u.test(read(script))));
});

test('lets core know no page', () => {
    for (const script of scripts.filter(file => file.startsWith('core/'))) {
        assert.doesNotMatch(read(script), /from '\.\.\/(pages|main)/u, script);
    }
});
