import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useChooseLanguage } from '../features/identity/account/profile/use-choose-language.ts';
import { queryClient } from '../platform/queries/query-client.ts';
import { isOfSignedInPerson } from '../platform/queries/query-keys.ts';
import { useSession } from '../platform/session/session.ts';
import { privateStorage, privateTabStorage } from '../platform/storage/private-storage.ts';
import { Toasts } from '../ui/toasts.tsx';
import { router as ownRouter } from './router.ts';

export function Application({ router = ownRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionEffects />
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}

/** Follows the session on every screen: cached data of one user is never shown to another. */
function SessionEffects() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { syncLanguage } = useChooseLanguage();
  const user = session.status === 'signed_in' ? session.session.user : undefined;
  const userId = user?.id;
  const reason = session.status === 'signed_out' ? session.reason : undefined;

  const former = useRef(userId);
  const forget = useEffectEvent(() =>
    queryClient.removeQueries({ predicate: ({ queryKey }) => isOfSignedInPerson(queryKey) }),
  );
  const onArrival = useEffectEvent(() => {
    if (!user) return;
    // A late response to the former user may be in the cache. For the first user of this page there
    // is none, and prefetched data stays.
    if (former.current !== undefined && former.current !== user.id) forget();
    former.current = user.id;
    privateTabStorage.forgetOthers(user.id);
    void syncLanguage(user.preferred_language);
  });

  useEffect(() => {
    if (userId === undefined) return;
    onArrival();
    return () => forget();
  }, [userId]);

  // Drafts survive an expired session, not a sign-out. A tab that slept during the sign-out only
  // finds the session absent.
  useEffect(() => {
    if (reason === 'left') privateStorage.forgetAll();
    if (reason === 'left' || reason === 'absent') privateTabStorage.forgetAll();
  }, [reason]);

  return null;
}
