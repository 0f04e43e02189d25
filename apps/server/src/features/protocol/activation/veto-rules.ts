/** Where the owner stopped it: on a screen, behind a mail, with the code on paper, by leaving. */
export const vetoWays = ['screen', 'first_address', 'second_address', 'code'] as const;
export type VetoWay = (typeof vetoWays)[number];

/** A mailbox may be in other hands; account and paper are the owner's. */
export function isByLink(way: VetoWay): boolean {
  return way === 'first_address' || way === 'second_address';
}

/** The addresses of an owner that warnings go to. */
export const ownerAddresses = ['first', 'second'] as const;
export type OwnerAddress = (typeof ownerAddresses)[number];
