import {
  proposedWaitingHours,
  type WaitingHours,
  waitingChoices,
} from '@zavet/contract/protocol/release-rules';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';

export const firstWaitingChoices = waitingChoices;

/** Reads the rules while the list without contacts is shown: the form then opens in its final shape. */
export function usePrepareFirstWaiting(hasNoContacts: boolean): void {
  useEndpoint('getProtocolRules', {}, { enabled: hasNoContacts });
}

/**
 * The waiting time, asked once together with the first contact. What failed keeps no contact from
 * being named: `save` only says whether it worked.
 */
export function useFirstWaiting(isFirstContact: boolean) {
  const { data: rules, refetch } = useEndpoint('getProtocolRules', {}, { enabled: isFirstContact });
  const set = useMutationOf('setProtocolRules');
  const [hours, setHours] = useState<WaitingHours>(proposedWaitingHours);
  const [saved, setSaved] = useState<WaitingHours>();
  // Also before the rules are known, so that nothing moves; and after a save here has chosen them.
  const isAsked = isFirstContact && (saved !== undefined || rules?.is_chosen !== true);

  async function save(): Promise<boolean> {
    if (!isAsked || saved === hours) return true;
    try {
      const known = rules ?? (await refetch({ throwOnError: true })).data;
      if (known?.is_chosen && saved === undefined) return true;
      await set.mutateAsync({
        body: { waiting_hours: hours, needs_second: known?.needs_second ?? false },
      });
      setSaved(hours);
      return true;
    } catch {
      return false;
    }
  }

  return { isAsked, hours, setHours, save };
}

export type FirstWaiting = ReturnType<typeof useFirstWaiting>;
