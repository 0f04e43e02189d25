import { useObservable } from '../state/observable.ts';
import { sessionKeeper } from './session.ts';
import type { SessionState } from './session-keeper.ts';

export function useSession(): SessionState {
  return useObservable(sessionKeeper);
}
