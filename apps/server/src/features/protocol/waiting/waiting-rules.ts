import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import { isConfirmedContact, type Standing } from '../activation/activation-rules.ts';

const day = 24 * 60 * 60 * 1000;

interface Waiting {
  release_at: Date;
  warned_at: Date;
}

export type Warning = 'daily' | 'last_day';

/**
 * Whether the owner is warned again: every day, and in any case on the last one. A warning that lies
 * ahead was written by a clock that ran ahead, and does not count.
 */
export function warningDue({ release_at, warned_at }: Waiting, now: Date): Warning | undefined {
  const lastDay = release_at.getTime() - day;
  const isFromAhead = warned_at.getTime() - now.getTime() > releaseTimings.warning;
  const warned = isFromAhead ? Number.NEGATIVE_INFINITY : warned_at.getTime();
  if (now.getTime() >= lastDay) return warned < lastDay ? 'last_day' : undefined;
  return now.getTime() - warned >= releaseTimings.warning ? 'daily' : undefined;
}

/** Never before its time, by the earliest time that anybody tells. */
export function isDue({ release_at }: { release_at: Date | null }, earliest: Date): boolean {
  return release_at !== null && release_at <= earliest;
}

/** What letters find when the waiting is over, or sooner. */
interface Found {
  initiator_user_id: string | null;
  standing: Standing | undefined;
  hasSomethingToDeliver: boolean;
}

/**
 * Why an activation that waits is called off. Who started it must still be the owner's contact;
 * but a person who only closed their account has paid, and the owner's letters do not depend on it.
 */
export function reasonToCallOff(found: Found): ActivationEnd | undefined {
  if (found.initiator_user_id !== null && !isConfirmedContact(found.standing)) {
    return 'contact_removed';
  }
  return found.hasSomethingToDeliver ? undefined : 'nothing_to_deliver';
}
