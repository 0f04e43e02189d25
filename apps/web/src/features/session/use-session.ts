import { useSyncExternalStore } from 'react';
import { sessionKeeper } from './api.ts';
import type { SessionState } from './session-keeper.ts';

export function useSession(): SessionState {
  return useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.state);
}
