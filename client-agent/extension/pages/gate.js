import { ask, show, speak } from './page.js';

/** After this time, the address has opened or will not open here: it was a download, for example. */
const STAYS_MILLIS = 5_000;

// Asks about the address behind the `#`, and goes on to it, or to its warning. See background/gate.js.
if (top === self) {
    const { url } = await ask('gate', { url: location.hash.slice(1) });
    if (url) {
        location.replace(url);
    }
    setTimeout(async () => {
        await speak();
        show(true, 'page');
    }, STAYS_MILLIS);
}
