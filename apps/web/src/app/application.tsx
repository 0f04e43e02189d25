import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useChooseLanguage } from '../features/identity/account/profile/use-choose-language.ts';
import { queryClient } from '../platform/queries/query-client.ts';
import { isPrivateQuery } from '../platform/queries/query-keys.ts';
import { useSession } from '../platform/session/session.ts';
import { privateStorage, privateTabStorage } from '../platform/storage/private-storage.ts';
import { Toasts } from '../ui/toasts.tsx';
import { router as defaultRouter } from './router.ts';

export function Application({ router = defaultRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionEffects />
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}

/**
 * Follows the session on every screen, so that cached data of one user is never shown to another.
 */
function SessionEffects() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { syncLanguage } = useChooseLanguage();
  const user = session.status === 'signed_in' ? session.session.user : undefined;
  const userId = user?.id;
  const reason = session.status === 'signed_out' ? session.reason : undefined;

  const previousUserId = useRef(userId);
  const removePrivateQueries = useEffectEvent(() =>
    queryClient.removeQueries({ predicate: ({ queryKey }) => isPrivateQuery(queryKey) }),
  );
  const onSignedIn = useEffectEvent(() => {
    if (!user) return;
    // The cache may hold a delayed response to the previous user. The first user of this page keeps
    // prefetched data.
    if (previousUserId.current !== undefined && previousUserId.current !== user.id)
      removePrivateQueries();
    previousUserId.current = user.id;
    privateTabStorage.forgetOtherUsers(user.id);
    void syncLanguage(user.preferred_language);
  });

  useEffect(() => {
    if (userId === undefined) return;
    onSignedIn();
    return () => removePrivateQueries();
  }, [userId]);

  // Drafts are kept when a session expires, and removed on a sign-out. In a tab that was suspended
  // during the sign-out, `reason` is `absent`.
  useEffect(() => {
    if (reason === 'left') privateStorage.forgetAll();
    if (reason === 'left' || reason === 'absent') privateTabStorage.forgetAll();
  }, [reason]);

  return null;
}
