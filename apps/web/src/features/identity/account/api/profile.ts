import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileView } from '@zavet/contract/account/account-schemas';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import type { BodyOf } from './body-of.ts';

export function useUpdateBasicInfo() {
  return useProfileUpdate('updateBasicInfo', (body: BodyOf<'updateBasicInfo'>) =>
    api.updateBasicInfo({ body }),
  );
}

export function useUpdateContactInfo() {
  return useProfileUpdate('updateContactInfo', (body: BodyOf<'updateContactInfo'>) =>
    api.updateContactInfo({ body }),
  );
}

export function useRequestEmailChange() {
  return useMutation({
    mutationFn: (body: BodyOf<'requestEmailChange'>) => api.requestEmailChange({ body }),
    onSuccess: useReadAgainAfter('requestEmailChange'),
  });
}

function useProfileUpdate<Body>(
  change: 'updateBasicInfo' | 'updateContactInfo',
  update: (body: Body) => Promise<ProfileView>,
) {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter(change);
  return useMutation({
    mutationFn: update,
    onSuccess: (profile) => client.setQueryData(queryKeys.profile(), profile),
    // Also after a refusal: another tab may have been faster; then this one has to see it.
    onSettled: () => void readAgain(),
  });
}
