import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useChooseLanguage } from '../features/identity/account/profile/use-choose-language.ts';
import { isOfSignedInPerson } from '../platform/queries/query-keys.ts';
import { useSession } from '../platform/session/session.ts';
import { privateStorage, privateTabStorage } from '../platform/storage/private-storage.ts';

/** What follows, in every screen, from who is signed in: nobody sees another person's cached data. */
export function SessionEffects() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { agreeLanguage } = useChooseLanguage();
  const user = session.status === 'signed_in' ? session.session.user : undefined;
  const userId = user?.id;
  const reason = session.status === 'signed_out' ? session.reason : undefined;

  const former = useRef(userId);
  const forget = useEffectEvent(() =>
    queryClient.removeQueries({ predicate: ({ queryKey }) => isOfSignedInPerson(queryKey) }),
  );
  const onArrival = useEffectEvent(() => {
    if (!user) return;
    // An answer to the former person may have come late, after they left. The first person of this
    // page has none before them, and what was asked for ahead stays.
    if (former.current !== undefined && former.current !== user.id) forget();
    former.current = user.id;
    privateTabStorage.forgetOthers(user.id);
    void agreeLanguage(user.preferred_language);
  });

  useEffect(() => {
    if (userId === undefined) return;
    onArrival();
    return () => forget();
  }, [userId]);

  // A person sent away by an ended session finds their drafts again. A tab that was asleep during
  // the sign-out learns only that nobody is signed in.
  useEffect(() => {
    if (reason === 'left') privateStorage.forgetAll();
    if (reason === 'left' || reason === 'absent') privateTabStorage.forgetAll();
  }, [reason]);

  return null;
}
