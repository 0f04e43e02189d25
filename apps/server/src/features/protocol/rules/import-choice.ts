import { isWeaker, type ReleaseRules, rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { findRulesRecord, saveRules } from './rules-repository.ts';

/**
 * Imports an owner's choice unless it protects less than the current one; true where it did. Part of
 * a transaction in which the owner is locked.
 */
export async function importReleaseRules(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  choice: ReleaseRules,
): Promise<boolean> {
  const now = clock.now();
  const { kept } = await findRulesRecord(database, userId);
  if (isWeaker(choice, rulesAt(kept, now))) return false;
  await saveRules(database, userId, { ...choice, pending: null }, now);
  await recordSecurityEvent(database, userId, 'protocol_rules_changed', systemActor, now);
  return true;
}
