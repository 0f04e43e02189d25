import { linkLifetimes } from '@zavet/contract/timings';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { localStore } from '../../../../platform/storage/browser-storage.ts';
import { safeRedirect } from './safe-redirect.ts';

const key = 'zavet.path_after_sign_up';

// Any sign-in in this browser removes the path, so that it does not redirect a later visitor.
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().status === 'signed_in') queueMicrotask(() => localStore.remove(key));
});

/** Stores the requested path, because the confirmation link opens in another tab. */
export function storePathAfterSignUp(redirect: unknown): void {
  const path = safeRedirect(redirect);
  const until = Date.now() + linkLifetimes.verifyEmail;
  if (path) localStore.set(key, JSON.stringify({ path, until }));
  else localStore.remove(key);
}

/**
 * Returns the stored path while the confirmation link is valid. Validates it again, because browser
 * storage can be edited.
 */
export function loadPathAfterSignUp(): string | undefined {
  try {
    const { path, until } = JSON.parse(localStore.get(key) ?? '{}');
    return until > Date.now() ? safeRedirect(path) : undefined;
  } catch {
    return undefined;
  }
}
