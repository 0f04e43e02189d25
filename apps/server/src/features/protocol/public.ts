/** What other features may use of this one: whether a protocol has been activated, and by which rules. */
export { activationRequests } from './protocol-tables.ts';
export { protocolRules } from './release-tables.ts';
export { keptRulesOf } from './rules/rules-repository.ts';
