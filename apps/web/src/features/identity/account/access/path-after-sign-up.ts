import { linkLifetimes } from '@zavet/contract/timings';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { localStore } from '../../../../platform/storage/browser-storage.ts';
import { safeRedirect } from './safe-redirect.ts';

const key = 'zavet.path_after_sign_up';

// Any sign-in in this browser uses it up: the path must not lead a later visitor.
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().status === 'signed_in') queueMicrotask(() => localStore.remove(key));
});

/** Keeps the path that a visitor wanted when they signed up: the confirmation opens in another tab. */
export function keepPathAfterSignUp(redirect: unknown): void {
  const path = safeRedirect(redirect);
  const until = Date.now() + linkLifetimes.verifyEmail;
  if (path) localStore.set(key, JSON.stringify({ path, until }));
  else localStore.remove(key);
}

/** The kept path, as long as the confirmation could be valid. Checked again: storage can be edited. */
export function pathAfterSignUp(): string | undefined {
  try {
    const { path, until } = JSON.parse(localStore.get(key) ?? '{}');
    return until > Date.now() ? safeRedirect(path) : undefined;
  } catch {
    return undefined;
  }
}
