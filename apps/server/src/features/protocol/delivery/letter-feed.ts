import type { ClaimedEnvelope } from './claim-repository.ts';

/** So many are left when more are claimed: the lanes go on meanwhile. */
const claimedAgainAt = 150;

/** What lanes take their next envelope from. */
export interface LetterFeed {
  /** Undefined when nothing more is due. */
  next(): Promise<ClaimedEnvelope | undefined>;
}

/** Claims ahead, so that nobody waits for the database while there is something to send. */
export function createLetterFeed(claim: () => Promise<ClaimedEnvelope[]>): LetterFeed {
  const waiting: ClaimedEnvelope[] = [];
  let isOver = false;
  let claiming: Promise<void> | undefined;

  async function claimMore(): Promise<void> {
    const claimed = await claim();
    isOver = claimed.length === 0;
    waiting.push(...claimed);
    claiming = undefined;
  }

  function claimAhead(): void {
    if (isOver || claiming) return;
    claiming = claimMore();
    // A lane that finds nothing left hears of it.
    claiming.catch(() => {});
  }

  return {
    next: async () => {
      if (waiting.length <= claimedAgainAt) claimAhead();
      while (waiting.length === 0 && !isOver) {
        claimAhead();
        await claiming;
      }
      return waiting.shift();
    },
  };
}
