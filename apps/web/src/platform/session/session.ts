import { addresses } from 'virtual:endpoint-addresses';
import { createClient } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { useObservable } from '../state/observable.ts';
import { otherTabs } from '../state/other-tabs.ts';
import { localStore } from '../storage/browser-storage.ts';
import {
  type SessionEnvironment,
  SessionKeeper,
  type SessionMessage,
  type SessionState,
} from './session-keeper.ts';

// Calls about the session itself are never renewed or repeated, and have timeouts of their own.
const calls = createClient(addresses, (path, init) =>
  fetch(path, { ...init, credentials: 'same-origin' }),
);

export const sessionKeeper = new SessionKeeper(
  {
    read: async (signal) => (await calls.getSession({}, { signal })).session,
    refresh: async (signal) => (await calls.refreshSession({}, { signal })).session,
    signOut: (signal) => calls.signOut({}, { signal }),
  },
  browserEnvironment(),
);

export function useSession(): SessionState {
  return useObservable(sessionKeeper);
}

/** Renews the session for a call that found it expired. */
export const sessionRenewal = {
  refresh: () => sessionKeeper.refresh(screenTimings.operationTimeout),
  refused: () => sessionKeeper.refused(),
};

const lockName = 'zavet.session.refresh';
const pendingSignOutKey = 'zavet.sign_out_owed';

/** The clock, locks and tab messages of a real browser. */
function browserEnvironment(): SessionEnvironment {
  return {
    ...otherTabs<SessionMessage>('zavet.session'),
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    timeout: (ms) => AbortSignal.timeout(ms),
    every: (ms, run) => {
      setInterval(run, ms);
      // Timers are throttled in hidden tabs, so a tab checks when it becomes visible.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') run();
      });
    },
    withRefreshLock,
    isSignOutPending: () => localStore.get(pendingSignOutKey) !== undefined,
    setSignOutPending: (isPending) => {
      if (isPending) localStore.set(pendingSignOutKey, '1');
      else localStore.remove(pendingSignOutKey);
    },
  };
}

async function withRefreshLock<Result>(run: (waited: boolean) => Promise<Result>): Promise<Result> {
  // Locks exist only in secure contexts. Without them every tab renews for itself, which is
  // harmless.
  if (!navigator.locks) return run(false);
  const first = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await run(false) } : undefined,
  );
  if (first) return first.result;
  return navigator.locks.request(lockName, () => run(true));
}
