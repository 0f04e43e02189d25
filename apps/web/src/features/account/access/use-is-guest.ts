import { useState } from 'react';
import { useSession } from '../../../platform/session/use-session.ts';

/**
 * True once it is known that nobody is signed in. It stays so: a form that is being filled in does
 * not disappear while the session is read again.
 */
export function useIsGuest(): boolean {
  const { status } = useSession();
  const [isGuest, setGuest] = useState(false);
  if (!isGuest && (status === 'signed_out' || status === 'unreachable')) setGuest(true);
  return isGuest;
}
