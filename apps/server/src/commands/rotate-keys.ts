import { appendAudit } from '../features/identity/audit/index.ts';
import { type Rewrapped, rewrapAllKeys } from '../features/identity/owner-keys/rewrap-all-keys.ts';
import { wiring } from '../features.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';

/**
 * Closes all keys with the newest master key. That takes many transactions, so the audit log has two
 * entries: one before the first key changes, and one with what was done.
 */
export async function rotateKeys(
  database: Database,
  masterKeys: MasterKeys,
  signal: AbortSignal,
): Promise<Rewrapped> {
  const deps = { database, clock: systemClock };
  const actor = { kind: 'command' } as const;
  await appendAudit(deps, {
    actor,
    act: 'key_rotation_begun',
    facts: { version: masterKeys.newestVersion() },
  });
  const done = await rewrapAllKeys(database, masterKeys, wiring.keyTables, signal);
  const facts = {
    version: done.status.newest,
    rewrapped: done.rewrapped,
    damaged: done.damaged.length,
  };
  await appendAudit(deps, { actor, act: 'keys_rotated', facts });
  return done;
}

/** Before the key goes: an act that fails after its note is better than one without. */
export function noteKeyDropped(database: Database, version: number): Promise<void> {
  return appendAudit(
    { database, clock: systemClock },
    { actor: { kind: 'command' }, act: 'key_dropped', facts: { version } },
  );
}
