import { useMemo } from 'react';
import { useSession } from '../../../../platform/session/session.ts';
import { privateStorage } from '../../../../platform/storage/private-storage.ts';
import { Drafts } from './drafts.ts';

/** The drafts of the signed-in user. */
export function useDrafts() {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.session.user.id : '';
  const drafts = useMemo(() => new Drafts(privateStorage, userId), [userId]);
  return { drafts, userId };
}
