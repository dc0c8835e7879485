import { NoAnswer } from '../core/agent-port.js';
import { api } from './api.js';
import * as desk from './desk.js';
import { showExceptions, showStanding } from './icon.js';
import { judge } from './judge.js';
import { memory } from './memory.js';
import * as navigation from './navigation.js';
import * as requests from './requests.js';
import { rung } from './rung.js';

/*
 * The front door. A browser starts this file, ends it when nothing happens, and starts it again for the next event; so
 * all listeners are there before the first wait, and the data that they need is behind `memory.ready`.
 *
 *   request ----> requests ---\                                   /--> page opens
 *   navigation -> navigation --+--> guard --> judge ~~~> agent --+
 *   gate page --> desk -------/              (cache)              \--> warning page --> desk: back, proceed, report
 */

requests.listen();
navigation.listen();
desk.listen();

api.tabs.onRemoved.addListener(async tab => {
    await memory.ready;
    memory.exceptions.removeTab(tab);
    memory.warnings.removeTab(tab);
    await Promise.all([memory.saveExceptions(), memory.saveWarnings()]);
});

api.tabs.onReplaced.addListener(async (added, removed) => {
    await memory.ready;
    memory.exceptions.moveTab(removed, added);
    memory.warnings.moveTab(removed, added);
    await Promise.all([memory.saveExceptions(), memory.saveWarnings()]);
});

// A navigation takes the sign of a tab's icon away, in Firefox after it was committed.
for (const event of [api.webNavigation.onCommitted, api.webNavigation.onCompleted]) {
    event.addListener(async ({ tabId, frameId }) => {
        await memory.ready;
        if (frameId === 0 && memory.exceptions.of(tabId).length > 0) {
            void showExceptions(tabId);
        }
    });
}

// Both only exist to start this file with the browser, and not with the first page.
api.runtime.onStartup.addListener(() => {});
api.runtime.onInstalled.addListener(() => {});

judge.introduction = async () => ({
    browser: await browserName(),
    extension: api.runtime.getManifest().version,
    rung: rung.proven ? rung.now : 'none',
});

judge.onChange = async isNews => {
    await memory.ready;
    requests.listenToParts(memory.policy.subresources);
    void showStanding();
    if (isNews) {
        void navigation.examineAll();
        void climb();
    }
};

/** A page that floods the agent with questions must not flood it with these, too. */
const LATE_MILLIS = 500;

let isExamining = false;

judge.onListedLate = () => {
    if (!isExamining) {
        isExamining = true;
        setTimeout(() => {
            isExamining = false;
            void navigation.examineAll();
        }, LATE_MILLIS);
    }
};

rung.onProven = () => void tellRung();

/** Finds the rung again, and tells the agent. */
async function climb() {
    await tellRung(async () => {
        if (judge.facts.tests === null) {
            await judge.hello(); // without data there was nothing to test with
        }
        await rung.find();
    });
}

/** Tells the agent, after anything that may change the rung. */
async function tellRung(before = async () => {}) {
    try {
        await before();
        await navigation.listenAsTheRungNeeds();
        void showStanding();
        await judge.hello();
    } catch (noAnswer) {
        if (!(noAnswer instanceof NoAnswer)) {
            throw noAnswer;
        }
    }
}

async function browserName() {
    if (api.runtime.getBrowserInfo !== undefined) {
        const { name, version } = await api.runtime.getBrowserInfo();
        return `${name} ${version}`;
    }
    // One brand is made up (`Not:A-Brand`), and the other ones are Chromium and its offspring.
    const brands = (navigator.userAgentData?.brands ?? []).filter(({ brand }) => !/^Not/u.test(brand));
    const { brand, version } = brands.find(one => one.brand !== 'Chromium') ?? brands[0] ?? { brand: 'Chromium', version: '' };
    return `${brand} ${version}`.trim();
}

start();

async function start() {
    await memory.ready;
    requests.listenToParts(memory.policy.subresources);
    desk.watchExceptions();
    void showStanding();
    judge.open();
    await navigation.listenAsTheRungNeeds();
}
