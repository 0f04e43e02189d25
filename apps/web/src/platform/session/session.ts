import { addresses } from 'virtual:endpoint-addresses';
import { createClient } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { useObservable } from '../state/observable.ts';
import { browserSurroundings } from './browser-surroundings.ts';
import { SessionKeeper, type SessionState } from './session-keeper.ts';

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
