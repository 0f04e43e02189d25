import { useEffect, useEffectEvent } from 'react';
import { sessionKeeper } from '../../../../platform/session/session.ts';

/** In the memory of this tab only: neither the address bar nor a storage ever holds it. */
let typed = '';

// Who uses this browser next does not find it.
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().status === 'signed_in') typed = '';
});

/** What was typed last as an address on one of the screens of guests. */
export function carriedAddress(): string {
  return typed;
}

interface AddressForm {
  values: { email: string };
  setValues: (changed: { email: string }) => void;
}

/** Keeps the address for the next screen, and takes over what was typed on the former one meanwhile. */
export function useCarriedAddress({ values, setValues }: AddressForm): void {
  const takeOver = useEffectEvent(() => {
    if (typed && typed !== values.email) setValues({ email: typed });
  });
  useEffect(() => takeOver(), []);
  useEffect(() => {
    typed = values.email;
  }, [values.email]);
}
