import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { isConnectionFailure, useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { requirePayerId, useCheckout } from '../../../billing/plans/public/use-checkout.ts';
import {
  type ActivationFailure,
  activationFailureOf,
  isAboutPin,
  nextStepFrom,
} from '../failure-rules.ts';
import { activationInputOf, createClientReturnToken } from '../payment-requests.ts';

type StartStep = 'agreement' | 'payment';

/** Starts a protocol: requests the agreement of other contacts or leads to the payment. */
export function useActivationStart(legacy: LegacyView) {
  const invalidate = useInvalidateAfter('startActivation');
  const checkout = useCheckout(() => void invalidate());
  const [isRequesting, setRequesting] = useState(false);
  const [serverNextStep, setServerNextStep] = useState<'ask' | 'pay'>();
  const [failed, setFailed] = useState<{ step: StartStep; failure: ActivationFailure }>();

  async function run(
    step: StartStep,
    action: () => Promise<void>,
  ): Promise<ActivationFailure | undefined> {
    setFailed(undefined);
    try {
      await action();
      setServerNextStep(undefined);
      return undefined;
    } catch (error) {
      const failure = activationFailureOf(error);
      setFailed({ step, failure });
      setServerNextStep((previous) => nextStepFrom(failure) ?? previous);
      // Another contact may have started the protocol meanwhile.
      void invalidate();
      return failure;
    }
  }

  async function start(pin: string | undefined): Promise<ActivationFailure | undefined> {
    if (checkout.isRunning()) return undefined;
    return run('payment', () =>
      checkout.start(async () => {
        const body = activationInputOf({
          legacy,
          initiatorId: await requirePayerId(),
          pin,
          clientReturnToken: createClientReturnToken(),
          origin: window.location.origin,
        });
        return api.startActivation({ body });
      }),
    );
  }

  async function requestAgreement(pin: string | undefined): Promise<ActivationFailure | undefined> {
    if (isRequesting) return undefined;
    setRequesting(true);
    const { user_id, trusted_contact_id } = legacy;
    const failure = await run('agreement', async () => {
      const body = { deceased_user_id: user_id, trusted_contact_id, pin };
      await api.requestAgreement({ body });
      // The button stays busy until the card shows the new state.
      await invalidate();
    });
    setRequesting(false);
    return failure;
  }

  return {
    start,
    requestAgreement,
    isBusy: checkout.isBusy || isRequesting,
    failure: failed?.failure,
    failedStep: failed?.step,
    /** The next step according to the server, if the card was outdated. */
    serverNextStep,
    clearFailure: () => setFailed(undefined),
  };
}

export type ActivationStart = ReturnType<typeof useActivationStart>;

type ActivationFailureNoticeProps = Pick<ActivationStart, 'failure' | 'failedStep'>;

/** A failed agreement request or payment, except PIN errors, which are shown at the field. */
export function ActivationFailureNotice({ failure, failedStep }: ActivationFailureNoticeProps) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const formats = useFormats();
  if (!failure || isAboutPin(failure)) return null;
  switch (failure.kind) {
    case 'refused':
      return <FailureNotice>{describe(failure.error)}</FailureNotice>;
    case 'http':
      if (failedStep === 'agreement') return <FailureNotice>{t('agreement.failed')}</FailureNotice>;
      return <FailureNotice>{t('start.http', { status: failure.status })}</FailureNotice>;
    case 'pinLocked':
      return (
        <FailureNotice>
          {failure.lockedUntil
            ? t('pin.lockedUntil', { date: formats.dateTime(failure.lockedUntil) })
            : t('pin.locked')}
        </FailureNotice>
      );
    case 'failed':
      return (
        <Notice
          kind="error"
          announced
          title={t(failedStep === 'agreement' ? 'agreement.failed' : 'start.failed')}
        >
          {isConnectionFailure(failure.error) && describe(failure.error)}
        </Notice>
      );
    case 'notSignedIn':
    case 'noSession':
    case 'noUrl':
      return <FailureNotice>{t(`start.${failure.kind}`)}</FailureNotice>;
  }
}

function FailureNotice({ children }: { children: string }) {
  return (
    <Notice kind="error" announced>
      {children}
    </Notice>
  );
}
