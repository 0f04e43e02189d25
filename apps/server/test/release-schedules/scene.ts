import { type SQL, sql } from 'drizzle-orm';
import type { Account, Household, Lane } from './household.ts';

export const caller = { address: null, user_agent: null, request_id: 'schedule' } as never;

/** What an owner was told to be stopped. */
interface AcknowledgedStop {
  activation_ids: string[];
  way: 'screen' | 'link' | 'code';
}

/** One household in its schedule. */
export interface Scene {
  lane: Lane;
  household: Household;
  /** What the product answered to an owner who stops. */
  stops: AcknowledgedStop[];
  /** When the service was away. */
  standstills: { began_at: Date; ended_at: Date }[];
}

interface Begun {
  id: string;
  initiator_user_id: string | null;
  release_at: Date | string | null;
}

export function activationsOf({ database }: Lane, { user_id }: Account, condition: SQL) {
  return database.rows<Begun>(sql`
    select id, initiator_user_id, release_at from activation_requests
    where deceased_user_id = ${user_id} and ${condition} order by created_at, id`);
}

export function pick<T>(from: readonly T[], which: number): T | undefined {
  return from[which % Math.max(1, from.length)];
}
