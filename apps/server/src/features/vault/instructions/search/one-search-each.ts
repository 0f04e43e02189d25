import { setTimeout as pause } from 'node:timers/promises';
import { perContext } from '../../../../context.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { fail } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/new-id.ts';
import { createSlotsByKey } from '../../../../platform/slots.ts';
import { endSearch, holdSearch } from './search-repository.ts';

/** Long enough for a part of a search, however busy the machine is; then its process has died. */
const holdMs = 30_000;
const lookAgainMs = 100;
/** A browser gives up after ten seconds. */
const usualWaitMs = 9_000;
/** Searches that may wait behind the one that runs; who types fast leaves several behind. */
export const mostWaiting = 5;

export const oneSearchEach = perContext(({ database, clock }) =>
  createOneSearchEach(database, clock),
);

/**
 * Lets every account search once at a time, in all processes together: in this one its searches
 * wait in line, and a row in the database keeps those of other processes apart. `stillHeld` is
 * called now and then by what takes long.
 */
export function createOneSearchEach(database: Database, clock: Clock, longestWaitMs = usualWaitMs) {
  const inLine = createSlotsByKey(1);
  const inHand = new Map<string, number>();

  return async function onlyOne<T>(
    userId: string,
    signal: AbortSignal,
    search: (stillHeld: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const others = inHand.get(userId) ?? 0;
    if (others > mostWaiting) tooMany();
    inHand.set(userId, others + 1);
    try {
      return await inLine(userId, () => whileHeld(userId, signal, search), signal);
    } finally {
      const left = (inHand.get(userId) ?? 1) - 1;
      if (left === 0) inHand.delete(userId);
      else inHand.set(userId, left);
    }
  };

  async function whileHeld<T>(
    userId: string,
    signal: AbortSignal,
    search: (stillHeld: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const place = { user_id: userId, search_id: newId() };
    let heldSince = 0;
    const hold = async () => {
      const now = clock.now();
      heldSince = now.getTime();
      const held_until = new Date(heldSince + holdMs);
      return holdSearch(database, { ...place, held_until }, now);
    };
    const waitingSince = clock.now().getTime();
    while (!(await hold())) {
      if (clock.now().getTime() - waitingSince > longestWaitMs) tooMany();
      await pause(lookAgainMs, undefined, { signal });
    }
    try {
      return await search(async () => {
        const isOld = clock.now().getTime() - heldSince > holdMs / 3;
        if (isOld && !(await hold())) tooMany();
      });
    } finally {
      await endSearch(database, place);
    }
  }
}

function tooMany(): never {
  return fail('too_many_requests', { facts: { retry_after_seconds: 1 } });
}
