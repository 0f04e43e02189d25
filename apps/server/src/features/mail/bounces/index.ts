/** What other features may use of this one: addresses of owners that mails do not reach. */
export type { BounceMailbox } from './bounce-deps.ts';
export { bounceRemovers } from './bounce-removers.ts';
export { bounceReports, unreachedAddresses } from './bounce-tables.ts';
export { findReading } from './reading-repository.ts';
export { reportBanner } from './report-banner.ts';
export { countReports } from './report-repository.ts';
export { forgetUnreached, noteUnreached } from './unreached-repository.ts';
