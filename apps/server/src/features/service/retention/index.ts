/** What other features may use of this one: what its runs have removed. */
export { listRetentionRuns } from './run-repository.ts';
