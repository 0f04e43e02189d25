import { type ReactNode, useState } from 'react';
import { Card } from '../../../interface/card.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { useSession } from '../../../platform/session/session.ts';

/** A form for people without a session: it is drawn when it is known that there is none. */
export function GuestCard({ children }: { children: ReactNode }) {
  if (useIsGuest()) return children;
  return (
    <Card>
      <SkeletonLines lines={6} />
    </Card>
  );
}

/**
 * True once it is known that nobody is signed in. It stays so: a form that is being filled in does
 * not disappear while the session is read again.
 */
function useIsGuest(): boolean {
  const { status } = useSession();
  const [isGuest, setGuest] = useState(false);
  if (!isGuest && (status === 'signed_out' || status === 'unreachable')) setGuest(true);
  return isGuest;
}
