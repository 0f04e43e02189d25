import { addresses } from 'virtual:endpoint-addresses';
import { createClient } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { useObservable } from '../state/observable.ts';
import { otherTabs } from '../state/other-tabs.ts';
import { localStore } from '../storage/browser-storage.ts';
import {
  SessionKeeper,
  type SessionNews,
  type SessionState,
  type SessionSurroundings,
} from './session-keeper.ts';

// Calls about the session itself: never renewed and repeated, with time-outs of their own.
const calls = createClient(addresses, (path, init) =>
  fetch(path, { ...init, credentials: 'same-origin' }),
);

export const sessionKeeper = new SessionKeeper(
  {
    read: async (signal) => (await calls.getSession({}, { signal })).session,
    refresh: async (signal) => (await calls.refreshSession({}, { signal })).session,
    signOut: (signal) => calls.signOut({}, { signal }),
  },
  browserSurroundings(),
);

export function useSession(): SessionState {
  return useObservable(sessionKeeper);
}

/** What a call needs to outlive an expired session. */
export const keptSession = {
  refresh: () => sessionKeeper.refresh(screenTimings.operationTimeout),
  refused: () => sessionKeeper.refused(),
};

const lockName = 'zavet.session.refresh';
const owedKey = 'zavet.sign_out_owed';

/** The clock, the locks and the other tabs of a real browser. */
function browserSurroundings(): SessionSurroundings {
  return {
    ...otherTabs<SessionNews>('zavet.session'),
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    timeout: (ms) => AbortSignal.timeout(ms),
    every: (ms, run) => {
      setInterval(run, ms);
      // Timers sleep in hidden tabs, so a tab that comes back looks at once.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') run();
      });
    },
    withRefreshLock,
    signOutIsOwed: () => localStore.get(owedKey) !== undefined,
    oweSignOut: (isOwed) => {
      if (isOwed) localStore.set(owedKey, '1');
      else localStore.remove(owedKey);
    },
  };
}

async function withRefreshLock<Result>(run: (waited: boolean) => Promise<Result>): Promise<Result> {
  // Locks exist only in secure contexts; without them every tab renews for itself, which is harmless.
  if (!navigator.locks) return run(false);
  const first = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await run(false) } : undefined,
  );
  if (first) return first.result;
  return navigator.locks.request(lockName, () => run(true));
}
