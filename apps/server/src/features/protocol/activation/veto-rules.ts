import type { ApprovalBasis } from '@zavet/contract/protocol/protocol-values';

/** Means of a veto: on the screen, by a mailed link to either address, with the paper code. */
export const vetoWays = ['screen', 'first_address', 'second_address', 'code'] as const;
export type VetoWay = (typeof vetoWays)[number];

/** True for a mailed link, which only proves access to a mailbox, unlike account and paper code. */
export function isByLink(way: VetoWay): boolean {
  return way === 'first_address' || way === 'second_address';
}

/**
 * A start approved by a death certificate cannot be vetoed by a mailed link: the mailbox may be in
 * other hands.
 */
export function needsSignIn({ approval_basis }: { approval_basis: ApprovalBasis | null }): boolean {
  return approval_basis === 'death_certificate';
}

export const ownerAddresses = ['first', 'second'] as const;
export type OwnerAddress = (typeof ownerAddresses)[number];
