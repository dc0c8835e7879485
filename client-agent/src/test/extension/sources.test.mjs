import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const EXTENSION = new URL('../../../extension/', import.meta.url);
const files = readdirSync(EXTENSION, { recursive: true });
const read = file => readFileSync(new URL(file, EXTENSION), 'utf8');
const scripts = files.filter(file => file.endsWith('.js'));
const pages = files.filter(file => file.endsWith('.html'));
const manifest = JSON.parse(read('manifest.json'));

test('has sources', () => {
    assert.ok(scripts.length > 20 && pages.length === 5);
});

test('never makes markup of text, runs text as a program, or logs', () => {
    for (const script of scripts) {
        assert.doesNotMatch(read(script),
            /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|console\./u, script);
    }
});

test('has no script, style or event inside a page, and nothing from elsewhere', () => {
    for (const page of pages) {
        const text = read(page);
        assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|javascript:|https?:/u, page);
        assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)/u, page);
        assert.match(text, /<html lang="en" dir="ltr">/u, page);
        assert.match(text, /<meta name="viewport" content="width=device-width">/u, page);
    }
});

test('forbids by its policy whatever it does not need', () => {
    const policy = manifest.content_security_policy.extension_pages;
    assert.match(policy, /^default-src 'none'; /u);
    assert.match(policy, /frame-ancestors 'none'$/u);
    assert.doesNotMatch(policy, /unsafe|\*;|data:|blob:/u);
});

test('keeps nothing on the disk but the policy', () => {
    const uses = scripts.flatMap(script => [...read(script).matchAll(/storage\.local\.\w+\([^)]*\)/gu)].map(([use]) => use));
    assert.deepEqual(uses.sort(), ["storage.local.get('policy')", 'storage.local.set({ policy })']);
    assert.ok(scripts.every(script => !/localStorage|indexedDB|caches\./u.test(read(script))));
});

test('explains each permission, and has no other', () => {
    const rows = read('README.md').split('## Permissions')[1].matchAll(/^\| (.*?) \|/gmu);
    const explained = [...rows].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/gu)].map(([, name]) => name));
    const hosts = manifest.host_permissions.map(host => host.split(':')[0]);
    const collected = manifest.browser_specific_settings.gecko.data_collection_permissions.required;
    assert.deepEqual(explained.sort(), [...manifest.permissions, ...hosts, ...collected].sort());
});

test('names files that are there', () => {
    const named = JSON.stringify(manifest).matchAll(/"((?:pages|icons|background)\/[^"]+)"/gu);
    for (const [, file] of named) {
        assert.ok(files.includes(file), file);
    }
    for (const script of scripts) {
        for (const [, file] of read(script).matchAll(/from '(\.[^']+)'/gu)) {
            assert.doesNotThrow(() => readFileSync(new URL(file, new URL(script, EXTENSION))), `${script}: ${file}`);
        }
    }
});

test('lets core know no browser, and pages no background', () => {
    for (const script of scripts) {
        const imports = [...read(script).matchAll(/from '([^']+)'/gu)].map(([, file]) => file);
        if (script.startsWith('core/')) {
            assert.ok(imports.every(file => file.startsWith('./')), script);
            assert.doesNotMatch(read(script), /globalThis|\bapi\./u, script);
        } else if (script.startsWith('pages/')) {
            assert.ok(imports.every(file => !file.includes('background')), script);
        }
    }
});
