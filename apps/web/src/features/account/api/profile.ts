import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProfileView } from '@zavet/contract/account/account-schemas';
import { api } from '../../../platform/client/api.ts';
import { passwordProof } from '../../../platform/session/password-proof.ts';
import type { BodyOf } from './body-of.ts';
import { useStaleAfter } from './use-stale-after.ts';

const profileKey = ['profile'];

export function useProfile() {
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => api.getProfile({}, { signal }),
  });
}

export function useUpdateBasicInfo() {
  return useProfileUpdate((body: BodyOf<'updateBasicInfo'>) => api.updateBasicInfo({ body }));
}

export function useUpdateContactInfo() {
  return useProfileUpdate((body: BodyOf<'updateContactInfo'>) => api.updateContactInfo({ body }));
}

export function useRequestEmailChange() {
  return useMutation({
    mutationFn: (body: BodyOf<'requestEmailChange'>) =>
      passwordProof.withProof(() => api.requestEmailChange({ body })),
    onSuccess: useStaleAfter('profile', 'security-events'),
  });
}

function useProfileUpdate<Body>(update: (body: Body) => Promise<ProfileView>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: update,
    onSuccess: (profile) => {
      client.setQueryData(profileKey, profile);
      void client.invalidateQueries({ queryKey: ['dashboard'] });
    },
    // A refusal may mean that another tab was faster; then this one has to see it.
    onError: () => void client.invalidateQueries({ queryKey: profileKey }),
  });
}
