import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { Anchor } from './audit-anchors.ts';
import type { ChainEntry } from './audit-chain.ts';

/** Facts of a `restored` entry besides its signature. */
const statement = z.object({
  backup_at: z.string(),
  is_log_kept: z.boolean(),
  /** The entry that it follows. */
  head: z.number().int().nonnegative(),
  /** The furthest number that the log was known to have. */
  known_head: z.number().int().nonnegative(),
  noted_at: z.string(),
});
export type RestoreStatement = z.output<typeof statement>;
const signedStatement = statement.extend({ mac: z.string().regex(/^[\da-f]{64}$/) });

/** Entries that may have been written since the last anchor, which is a minute old at most. */
export const mostUnanchored = 10_000;

/** The furthest that a log can be known to have reached, by what is noted outside the database. */
export function furthestKnown(head: number, anchors: readonly Anchor[], noted: Date): number {
  const anchored = anchors.filter(({ at }) => at <= noted).map(({ seq }) => seq);
  return Math.max(head, ...anchored) + mostUnanchored;
}

/**
 * Signs with a key that is not in the database. The hash of the entry before binds it to its place:
 * elsewhere in this log, or in another one, it is worth nothing.
 */
export function signRestore(
  serviceKey: ServiceKey,
  previousHash: string,
  said: RestoreStatement,
): RestoreStatement & { mac: string } {
  return { ...said, mac: macOf(serviceKey, previousHash, said).toString('hex') };
}

/** Undefined where it was not written here by a restore, or claims what it could not know. */
export function verifiedRestore(
  serviceKey: ServiceKey,
  entry: ChainEntry,
  anchors: readonly Anchor[],
): RestoreStatement | undefined {
  const { data } = signedStatement.safeParse(JSON.parse(entry.facts));
  if (!data) return undefined;
  const { mac, ...said } = data;
  const expected = macOf(serviceKey, entry.previous_hash ?? '', said);
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), expected)) return undefined;
  const { head, known_head } = said;
  const most = furthestKnown(head, anchors, new Date(said.noted_at));
  const isPossible = head === entry.seq - 1 && known_head >= head && known_head <= most;
  return isPossible ? said : undefined;
}

function macOf(serviceKey: ServiceKey, previousHash: string, said: RestoreStatement): Buffer {
  const { backup_at, is_log_kept, head, known_head, noted_at } = said;
  const lines = [previousHash, head, known_head, is_log_kept, backup_at, noted_at];
  return createHmac('sha256', serviceKey.derive('audit-restore')).update(lines.join('\n')).digest();
}
