import { useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { privateStorage } from '../../../platform/storage/private-storage.ts';

const name = 'first-steps-put-away';

/** Whether this person has put the first steps away in this browser; a sign-out brings them back. */
export function usePutAway() {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.session.user.id : '';
  const [isPutAway, setPutAway] = useState(() => privateStorage.find(userId, name) !== undefined);

  function putAway() {
    privateStorage.keep(userId, name, 'yes');
    setPutAway(true);
  }

  return { isPutAway, putAway };
}
