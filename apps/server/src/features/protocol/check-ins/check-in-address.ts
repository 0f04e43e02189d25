import type { Database } from '../../../platform/database/database.ts';
import { addressOfOwner } from '../index.ts';

export interface CheckInAddress {
  address: 'first' | 'second';
  /** Given for the second. */
  email: string | undefined;
}

/** A mail that did not arrive is sent again to the second address, where there is one, by turns. */
export async function checkInAddress(
  database: Database,
  userId: string,
  repeats: number,
): Promise<CheckInAddress> {
  if (repeats % 2 === 0) return { address: 'first', email: undefined };
  const email = await addressOfOwner({ database }, userId, { address: 'second' });
  return { address: email === undefined ? 'first' : 'second', email };
}
