import {
  proposedWaitingHours,
  type WaitingHours,
  waitingChoices,
} from '@zavet/contract/protocol/release-rules';
import { useRef, useState } from 'react';
import { useProtocolRules, useSetProtocolRules } from '../api/rules.ts';

export const firstWaitingChoices = waitingChoices;

/**
 * The waiting time, asked once together with the first contact. What failed keeps no contact from
 * being named: `save` only says whether it worked.
 */
export function useFirstWaiting(isFirstContact: boolean) {
  const { data: rules } = useProtocolRules({ enabled: isFirstContact });
  const set = useSetProtocolRules();
  const [hours, setHours] = useState<WaitingHours>(proposedWaitingHours);
  const saved = useRef<WaitingHours>(undefined);
  // Once asked it stays, also when the answer was saved and the contact was not.
  const [isAsked, setAsked] = useState(false);
  if (!isAsked && isFirstContact && rules?.is_chosen === false) setAsked(true);

  async function save(): Promise<boolean> {
    if (!isAsked || saved.current === hours) return true;
    try {
      const needs_second = rules?.needs_second ?? false;
      await set.mutateAsync({ waiting_hours: hours, needs_second });
      saved.current = hours;
      return true;
    } catch {
      return false;
    }
  }

  return { isAsked, hours, setHours, save };
}

export type FirstWaiting = ReturnType<typeof useFirstWaiting>;
