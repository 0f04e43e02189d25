import { type ReactNode, useState } from 'react';
import { useSession } from '../../../../platform/session/session.ts';
import styles from './account.module.css';

/**
 * A card with a form for people without a session. Until it is known that there is none, the card
 * is empty and as big as it will be.
 */
export function GuestCard({ children }: { children: ReactNode }) {
  const isGuest = useIsGuest();
  return (
    <div className={styles.guest} aria-busy={!isGuest} inert={!isGuest}>
      {children}
    </div>
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
