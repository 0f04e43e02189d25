import { useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { privateStorage } from '../../../platform/storage/private-storage.ts';

const storageKey = 'first-steps-put-away';

/** Whether this person has put the first steps away in this browser; a sign-out brings them back. */
export function useDismissedSteps() {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.session.user.id : '';
  const [isDismissed, setDismissed] = useState(
    () => privateStorage.find(userId, storageKey) !== undefined,
  );

  function dismiss() {
    privateStorage.keep(userId, storageKey, 'yes');
    setDismissed(true);
  }

  return { isPutAway: isDismissed, dismiss };
}
