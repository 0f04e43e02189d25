import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../platform/queries/affected.ts';
import { payerId } from '../../plans/public/payer-id.ts';
import { useWayToPay } from '../../plans/public/use-way-to-pay.ts';
import { type ActivationFailure, activationFailureOf } from './activation-failure.ts';
import { activationRequest, newClientReturnToken } from './activation-request.ts';

/** Begins to pay for the activation of one protocol. */
export function useActivationStart(legacy: LegacyView) {
  const readAgain = useReadAgainAfter('startActivation');
  const way = useWayToPay(() => void readAgain());
  const [failure, setFailure] = useState<ActivationFailure>();

  async function start(pin: string | undefined): Promise<ActivationFailure | undefined> {
    if (way.isGoing()) return undefined;
    setFailure(undefined);
    try {
      await way.go(async () => {
        const body = activationRequest({
          legacy,
          initiatorId: await payerId(),
          pin,
          clientReturnToken: newClientReturnToken(),
          origin: window.location.origin,
        });
        return api.startActivation({ body });
      });
      return undefined;
    } catch (error) {
      const found = activationFailureOf(error);
      setFailure(found);
      // Somebody else may have begun to pay, or the protocol runs already.
      void readAgain();
      return found;
    }
  }

  return { start, isBusy: way.isBusy, failure, forgetFailure: () => setFailure(undefined) };
}

export type ActivationStart = ReturnType<typeof useActivationStart>;
