import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { privateStorage } from './private-storage.ts';
import { useChooseLanguage } from './use-choose-language.ts';
import { useSession } from './use-session.ts';

/** What follows, in every screen, from who is signed in: nobody sees another person's cached data. */
export function SessionEffects() {
  const session = useSession();
  const queryClient = useQueryClient();
  const { agreeLanguage } = useChooseLanguage();
  const user = session.status === 'signed_in' ? session.session.user : undefined;
  const userId = user?.id;
  const hasLeft = session.status === 'signed_out' && session.reason === 'left';

  const onUserChange = useEffectEvent(() => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'setup' });
    if (user) void agreeLanguage(user.preferred_language);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the person changes
  useEffect(() => onUserChange(), [userId]);

  // Only a sign-out: whoever was sent away by an ended session finds their drafts again.
  useEffect(() => {
    if (hasLeft) privateStorage.forgetAll();
  }, [hasLeft]);

  return null;
}
