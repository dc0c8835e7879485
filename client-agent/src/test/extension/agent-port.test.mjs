import assert from 'node:assert/strict';
import test from 'node:test';
import { AgentPort, NoAnswer } from '../../../extension/core/agent-port.js';

/** The browser's end of a native host that a test plays. */
class Host {
    sent = [];
    #message;
    #end;
    onMessage = { addListener: listener => { this.#message = listener; } };
    onDisconnect = { addListener: listener => { this.#end = listener; } };
    postMessage = line => this.sent.push(line);
    says = line => this.#message(line);
    ends = message => this.#end(message === undefined ? undefined : { error: { message } });
}

function start() {
    const hosts = [];
    const events = [];
    const closed = [];
    const clock = { now: 0 };
    const port = new AgentPort({
        connect: () => hosts[hosts.push(new Host()) - 1],
        onEvent: line => events.push(line),
        onClosed: message => closed.push(message),
        now: () => clock.now,
    });
    return { port, hosts, events, closed, clock };
}

test('answers each question with the line of its id, in any order', async () => {
    const { port, hosts } = start();
    const first = port.check({ op: 'check', url: 'http://a.example/' });
    const second = port.check({ op: 'check', url: 'http://b.example/' });
    const [host] = hosts;
    host.says({ id: host.sent[1].id, verdict: 'clean' });
    host.says({ id: host.sent[0].id, verdict: 'allowed' });
    assert.deepEqual([(await first).verdict, (await second).verdict], ['allowed', 'clean']);
});

test('answers every waiting question when the host ends', async () => {
    const { port, hosts, closed } = start();
    const questions = [1, 2, 3].map(() => port.ask({ op: 'status' }, 60_000));
    hosts[0].ends('gone');
    for (const question of questions) {
        await assert.rejects(question, new NoAnswer('absent'));
    }
    assert.deepEqual(closed, ['gone']);
});

test('answers by itself when the deadline passes, and ignores the answer that comes later', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { port, hosts, events } = start();
    const question = port.ask({ op: 'status' }, 1_500);
    hosts[0].says({ event: 'agent', state: 'connected' });
    context.mock.timers.tick(1_400);
    context.mock.timers.tick(100);
    await assert.rejects(question, error => error.reason === 'slow');
    hosts[0].says({ id: hosts[0].sent[0].id, state: 'protected' });
    assert.equal(events.length, 2);
});

test('begins a deadline when the host has spoken for the first time', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { port, hosts } = start();
    const first = port.ask({ op: 'status' }, 1_500);
    [1_400, 1_400, 1_400].forEach(millis => context.mock.timers.tick(millis));
    hosts[0].says({ event: 'agent', state: 'connected' });
    context.mock.timers.tick(1_300);
    hosts[0].says({ id: hosts[0].sent[0].id, state: 'protected' });
    assert.equal((await first).state, 'protected');
});

test('gives up a host that never speaks', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { port } = start();
    const question = port.ask({ op: 'status' }, 1_500);
    context.mock.timers.tick(4_900);
    context.mock.timers.tick(100);
    await assert.rejects(question, error => error.reason === 'slow');
});

test('takes an answer that arrived in time although the timer fired late', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { port, hosts } = start();
    const question = port.ask({ op: 'status' }, 1_500);
    context.mock.timers.tick(5_000);
    hosts[0].says({ id: hosts[0].sent[0].id, state: 'protected' });
    context.mock.timers.tick(5_000);
    assert.equal((await question).state, 'protected');
});

test('tells an absent agent from one that refuses', async () => {
    const { port, hosts } = start();
    const absent = port.ask({ op: 'status' }, 60_000);
    const refused = port.ask({ op: 'except' }, 60_000);
    hosts[0].says({ id: 1, error: 'absent', message: 'no socket' });
    hosts[0].says({ id: 2, error: 'policy', message: 'browser-proceed is off' });
    await assert.rejects(absent, error => error.reason === 'absent');
    await assert.rejects(refused, error => error.reason === 'error' && error.code === 'policy');
});

test('starts the host again, but not at each request', async () => {
    const { port, hosts, clock } = start();
    port.open();
    hosts[0].ends();
    await assert.rejects(port.ask({ op: 'status' }, 60_000), error => error.reason === 'absent');
    assert.equal(hosts.length, 1);
    clock.now = 1_000;
    const question = port.ask({ op: 'status' }, 60_000);
    assert.equal(hosts.length, 2);
    hosts[1].says({ id: hosts[1].sent[0].id, state: 'protected' });
    assert.equal((await question).state, 'protected');
});

test('takes a status event for an event, whatever its id', async () => {
    const { port, hosts, events } = start();
    const question = port.ask({ op: 'status' }, 60_000);
    port.tell({ op: 'subscribe' });
    for (const { id } of hosts[0].sent) {
        hosts[0].says({ id, event: 'status', state: 'protected' });
    }
    assert.deepEqual(events.map(event => event.state), ['protected', 'protected']);
    hosts[0].says({ id: hosts[0].sent[0].id, state: 'damaged' });
    assert.equal((await question).state, 'damaged');
});

test('rejects a question that cannot be sent', async () => {
    const { port, hosts } = start();
    port.open();
    hosts[0].postMessage = () => {
        throw new Error('Attempting to use a disconnected port object');
    };
    await assert.rejects(port.ask({ op: 'status' }, 60_000), error => error.reason === 'absent');
});

test('starts the host again after the clock was set back', () => {
    const { port, hosts, clock } = start();
    clock.now = 9_000_000;
    port.open();
    hosts[0].ends();
    clock.now = 5_000;
    assert.equal(port.open(), true);
    assert.equal(hosts.length, 2);
});
