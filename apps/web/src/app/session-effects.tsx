import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useChooseLanguage } from '../features/account/profile/use-choose-language.ts';
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

  const onArrival = useEffectEvent(() => {
    if (!user) return;
    privateTabStorage.forgetOthers(user.id);
    void agreeLanguage(user.preferred_language);
  });

  useEffect(() => {
    if (userId === undefined) return;
    onArrival();
    // With the person goes what was asked for in their name. What the next one asks for stays.
    return () =>
      queryClient.removeQueries({ predicate: ({ queryKey }) => isOfSignedInPerson(queryKey) });
  }, [userId, queryClient]);

  // A person sent away by an ended session finds their drafts again. A tab that was asleep during
  // the sign-out learns only that nobody is signed in.
  useEffect(() => {
    if (reason === 'left') privateStorage.forgetAll();
    if (reason === 'left' || reason === 'absent') privateTabStorage.forgetAll();
  }, [reason]);

  return null;
}
