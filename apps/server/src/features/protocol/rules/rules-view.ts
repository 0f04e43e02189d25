import {
  type ReleaseRules,
  releaseAt,
  rulesAt,
  type WaitingHours,
  waitingHoursOf,
} from '@zavet/contract/protocol/release-rules';
import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { releaseAfterInterruptions } from '../waiting/waiting-rules.ts';
import { findRulesRecord } from './rules-repository.ts';
import { findSecondAddress, listConfirmedContacts } from './second-address-repository.ts';

/** What an owner decided about the start of the protocol, and what follows from it today. */
export async function readRules(
  { database, clock }: Context,
  ownerId: string,
): Promise<ProtocolRulesView> {
  const now = clock.now();
  const { kept, chosen_at, stop_code_made_at } = await findRulesRecord(database, ownerId);
  const second = await findSecondAddress(database, { user_id: ownerId });
  const today = rulesAt(kept, now);
  const { pending } = kept;
  const isAhead = pending !== null && pending.from > now;
  return {
    ...choiceOf(today),
    pending: isAhead ? { ...choiceOf(pending), from: pending.from } : null,
    is_chosen: chosen_at !== null,
    second_address: second
      ? {
          email: second.email,
          is_confirmed: second.confirmed_at !== null,
          asked_at: second.asked_at,
        }
      : null,
    stop_code_made_at,
    contacts: await listConfirmedContacts(database, ownerId),
    release_at: await releaseIfStarted(database, today, now),
  };
}

/** When letters would leave that were paid for now. */
async function releaseIfStarted(database: Database, rules: ReleaseRules, now: Date): Promise<Date> {
  const waitingHours = waitingHoursOf(rules, false);
  if (waitingHours === 0) return now;
  const known = await listInterruptionsAfter(database, now);
  return releaseAfterInterruptions(releaseAt(now, waitingHours), known);
}

/** Only what the contract offers is ever kept. */
function choiceOf({ waiting_hours, needs_second }: ReleaseRules) {
  return { waiting_hours: waiting_hours as WaitingHours, needs_second };
}
