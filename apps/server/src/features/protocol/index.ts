/** What other features may use of this one: whether a protocol has been activated, and by which rules. */
export { tryPin } from './activation/prove-pin.ts';
export { recordBouncedLetter } from './delivery/record-bounce.ts';
export { envelopes } from './delivery-tables.ts';
export { addressOfOwner, noteOwnerUnreached, type ToOwner } from './emails/owner-mail.ts';
export { endHandover, findOverHandovers } from './ending/end-handover.ts';
export { type HandoverRef, isHeldByProtocol } from './ending/ending-repository.ts';
export { findContactsDue, forgetContacts } from './ending/forget-contacts.ts';
export { listLegacies } from './legacies/list-legacies.ts';
export type { ProtocolDeps } from './protocol-deps.ts';
export { protocolRemovers } from './protocol-removers.ts';
export { activationRequests } from './protocol-tables.ts';
export { contactStandings, protocolRules, secondAddresses } from './release-tables.ts';
export { countRequests } from './requests/count-requests.ts';
export { requestDocuments, requestPapers } from './requests/request-tables.ts';
export { listOwnerAddresses } from './rules/address-repository.ts';
export { keptRulesOf } from './rules/rules-repository.ts';
export type { OwnerAddress } from './stop/stop-values.ts';
