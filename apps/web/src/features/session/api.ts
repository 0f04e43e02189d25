import { addresses } from 'virtual:endpoint-addresses';
import { createClient } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { browserSurroundings } from './browser-surroundings.ts';
import { createSend } from './send.ts';
import { SessionKeeper } from './session-keeper.ts';

const surroundings = browserSurroundings();

// Calls about the session itself: never renewed and repeated, with time-outs of their own.
const sessionApi = createClient(addresses, (path, init) =>
  fetch(path, { ...init, credentials: 'same-origin' }),
);

export const sessionKeeper = new SessionKeeper(
  {
    read: async (signal) => (await sessionApi.getSession({}, { signal })).session,
    refresh: async (signal) => (await sessionApi.refreshSession({}, { signal })).session,
    signOut: (signal) => sessionApi.signOut({}, { signal }),
  },
  surroundings,
);

/** Every call of the contract, with the session kept alive behind it. */
export const api = createClient(
  addresses,
  createSend({
    fetch: (path, init) => fetch(path, init),
    timeout: surroundings.timeout,
    refresh: () => sessionKeeper.refresh(screenTimings.operationTimeout),
    refused: () => sessionKeeper.refused(),
  }),
);
