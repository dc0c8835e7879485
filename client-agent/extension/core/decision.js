/**
 * Decides about a request.
 *
 * @param {import('./answers.js').Answer} answer
 * @param {import('./answers.js').Policy} policy
 * @param {import('./exceptions.js').Exceptions} exceptions
 * @param {{tab: number, url: string, isPage: boolean}} request
 * @returns {'pass'|'listed'|'unchecked'} `listed` and `unchecked` name the warning that takes its place
 */
export function decide(answer, policy, exceptions, { tab, url, isPage }) {
    switch (answer.verdict) {
        case 'clean':
        case 'allowed':
            return 'pass';
        case 'listed':
            return exceptions.coverListing(tab, answer.matches) ? 'pass' : 'listed';
        default:
            return policy.unknown === 'pass'
                || policy.unknown === 'warn' && exceptions.coverUnchecked(tab, url, isPage)
                ? 'pass'
                : 'unchecked';
    }
}

/** For a page that could not be checked, where the setting for listed pages says none. */
const UNCHECKED_SECONDS = 600;

/**
 * @param {'listed'|'unchecked'} kind
 * @param {import('./answers.js').Policy} policy
 * @param {import('./answers.js').Match[]} matches
 * @returns {number} the seconds for which a warned page may be opened; 0: it may not
 */
export function proceedSeconds(kind, policy, matches) {
    if (kind === 'listed') {
        return matches.length > 0 ? policy.proceedSeconds : 0;
    }
    return policy.unknown === 'block' ? 0 : policy.proceedSeconds || UNCHECKED_SECONDS;
}
