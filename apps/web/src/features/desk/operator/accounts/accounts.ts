import { useMutation, useQuery } from '@tanstack/react-query';
import type { Client } from '@zavet/contract/client';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { operatorCode } from '../code/operator-code.ts';

type Without<Name extends keyof Client> =
  NonNullable<Parameters<Client[Name]>[0]> extends { body: infer Body }
    ? Omit<Body, 'code'>
    : never;

export function useSearchAccounts() {
  return useMutation({
    mutationFn: (email: string) => api.searchAccounts({ body: { email } }),
  });
}

/** Each reading is a look that is written down: nothing but the operator causes one. */
export function useAccount(id: string) {
  return useQuery({
    queryKey: queryKeys.deskAccount(id),
    queryFn: ({ signal }) => api.getAccount({ params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

export function useResendConfirmation(id: string) {
  return useMutation({ mutationFn: () => api.resendConfirmation({ params: { id } }) });
}

export function useLiftSlowDown(id: string, lead: string) {
  return useMutation({
    mutationFn: () =>
      operatorCode.withCode((code) => api.liftSlowDown({ params: { id }, body: { code } }), {
        lead,
      }),
    onSuccess: useReadAgainAfter('liftSlowDown'),
  });
}

export function useCorrectBasicInfo(id: string, lead: string) {
  return useMutation({
    mutationFn: (input: Without<'correctBasicInfo'>) =>
      operatorCode.withCode(
        (code) => api.correctBasicInfo({ params: { id }, body: { ...input, code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('correctBasicInfo'),
  });
}

export function useEndRenewals(id: string, lead: string) {
  return useMutation({
    mutationFn: (input: Without<'endRenewals'>) =>
      operatorCode.withCode(
        (code) => api.endRenewals({ params: { id }, body: { ...input, code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('endRenewals'),
  });
}

export function useSuspendAccount(id: string, lead: string) {
  return useMutation({
    mutationFn: (input: Without<'suspendAccount'>) =>
      operatorCode.withCode(
        (code) => api.suspendAccount({ params: { id }, body: { ...input, code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('suspendAccount'),
  });
}

export function useLiftSuspension(id: string, lead: string) {
  return useMutation({
    mutationFn: () =>
      operatorCode.withCode((code) => api.liftSuspension({ params: { id }, body: { code } }), {
        lead,
      }),
    onSuccess: useReadAgainAfter('liftSuspension'),
  });
}

/** The account is not read again: it no longer exists. */
export function useDeleteSuspendedAccount(id: string, lead: string) {
  return useMutation({
    mutationFn: () =>
      operatorCode.withCode(
        (code) => api.deleteSuspendedAccount({ params: { id }, body: { code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('deleteSuspendedAccount'),
  });
}

export function useGrantCustomPlan(id: string, lead: string) {
  return useMutation({
    mutationFn: (input: Without<'grantCustomPlan'>) =>
      operatorCode.withCode(
        (code) => api.grantCustomPlan({ params: { id }, body: { ...input, code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('grantCustomPlan'),
  });
}

export function useRefundOnRequest(id: string, lead: string) {
  return useMutation({
    mutationFn: (input: Without<'refundOnRequest'>) =>
      operatorCode.withCode(
        (code) => api.refundOnRequest({ params: { id }, body: { ...input, code } }),
        { lead },
      ),
    onSuccess: useReadAgainAfter('refundOnRequest'),
  });
}

export function useEraseContact(lead: string) {
  return useMutation({
    mutationFn: (input: Without<'eraseContact'>) =>
      operatorCode.withCode((code) => api.eraseContact({ body: { ...input, code } }), { lead }),
    onSuccess: useReadAgainAfter('eraseContact'),
  });
}
