import { isWeaker, type ReleaseRules, rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { findRulesRecord, saveRules } from './rules-repository.ts';

/**
 * Takes over what an owner chose elsewhere, unless it protects less than what holds here. Part of a
 * transaction in which the owner is locked. Says whether it did.
 */
export async function bringInRules(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  { waiting_hours, needs_second }: ReleaseRules,
): Promise<boolean> {
  const now = clock.now();
  const { kept } = await findRulesRecord(database, userId);
  const choice = { waiting_hours, needs_second };
  if (isWeaker(choice, rulesAt(kept, now))) return false;
  await saveRules(database, userId, { ...choice, pending: null }, now);
  await recordSecurityEvent(database, userId, 'protocol_rules_changed', systemActor, now);
  return true;
}
