import { ApiError } from '@zavet/contract/client';
import { isOneTimeCode, isRecoveryCode } from '@zavet/contract/identity/account-rules';
import type { SessionView } from '@zavet/contract/identity/account-schemas';
import type { PasskeyRequest, SecondStepView } from '@zavet/contract/identity/factor-schemas';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { wordsOf } from '../../../../ui/language/words.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from './account.module.css';
import { CodeField, PasskeyNotice } from './factor-controls.tsx';
import { arePasskeysSupported } from './passkey-support.ts';

export interface SignInResult {
  session: SessionView;
  /** The sign-in ended the waiting period of a lost device. */
  has_ended_waiting_period?: boolean;
}

interface SecondStepProps {
  step: SecondStepView;
  onSignedIn: (result: SignInResult) => void;
  onRestart: () => void;
}

type Method = 'passkey' | 'code' | 'recovery';

export function SecondStep({ step, onSignedIn, onRestart }: SecondStepProps) {
  const { t } = useTranslation('factors');
  const methods = methodsOf(step);
  const [method, setMethod] = useState<Method | 'lost'>(methods[0] ?? 'lost');
  const [failure, setFailure] = useState<unknown>();
  const isExpired = failure instanceof ApiError && failure.code === 'second_step_expired';
  const shared = { onSignedIn, onFailure: setFailure };
  return (
    <Page title={t('step.title')} lead={t('step.lead')} width="form">
      <Card>
        {isExpired && <ExpiredStep failure={failure} onRestart={onRestart} />}
        {!isExpired && method === 'passkey' && step.passkey && (
          <PasskeyStep {...shared} request={step.passkey} failure={failure} />
        )}
        {!isExpired && method === 'code' && <CodeStep {...shared} />}
        {!isExpired && method === 'recovery' && <RecoveryStep {...shared} />}
        {!isExpired && method === 'lost' && (
          <LostDeviceStep
            waitEndsAt={step.lost_device_until}
            onFailure={setFailure}
            onBack={methods[0] && (() => setMethod(methods[0] ?? 'lost'))}
          />
        )}
        {!isExpired && method !== 'lost' && (
          <div className={styles.methods}>
            {methods
              .filter((other) => other !== method)
              .map((other) => (
                <Button key={other} kind="plain" onClick={() => choose(other)}>
                  {t(labels[other])}
                </Button>
              ))}
            <Button kind="plain" onClick={() => choose('lost')}>
              {t('step.lost')}
            </Button>
          </div>
        )}
      </Card>
      {!isExpired && (
        <Button kind="plain" onClick={onRestart}>
          {t('step.again')}
        </Button>
      )}
    </Page>
  );

  function choose(next: Method | 'lost') {
    setFailure(undefined);
    setMethod(next);
  }
}

const labels = {
  passkey: 'step.toPasskey',
  code: 'step.toCode',
  recovery: 'step.toRecovery',
} as const;

function methodsOf({ passkey, has_codes, has_recovery_codes }: SecondStepView): Method[] {
  return [
    ...(passkey && arePasskeysSupported() ? (['passkey'] as const) : []),
    ...(has_codes ? (['code'] as const) : []),
    ...(has_recovery_codes ? (['recovery'] as const) : []),
  ];
}

function ExpiredStep({ failure, onRestart }: { failure: unknown; onRestart: () => void }) {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  return (
    <>
      <Notice kind="warning" takesFocus title={describe(failure)} />
      <Button wide onClick={onRestart}>
        {t('step.again')}
      </Button>
    </>
  );
}

interface StepProps {
  onSignedIn: (result: SignInResult) => void;
  onFailure: (failure: unknown) => void;
}

function PasskeyStep(props: StepProps & { request: PasskeyRequest; failure: unknown }) {
  const { t } = useTranslation('factors');
  const [isBusy, setBusy] = useState(false);

  async function submit() {
    setBusy(true);
    props.onFailure(undefined);
    try {
      const { requestPasskey } = await import('./passkeys.ts');
      const passkey = await requestPasskey(props.request);
      props.onSignedIn(await api.completeSecondStep({ body: { passkey } }));
    } catch (error) {
      props.onFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <PasskeyNotice failure={props.failure} />
      <Button wide autoFocus loading={isBusy} onClick={() => void submit()}>
        {t('step.passkey')}
      </Button>
    </>
  );
}

function CodeStep({ onSignedIn, onFailure }: StepProps) {
  const { t } = useTranslation('factors');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/factor-schemas')).oneTimeCodeInput,
    initialValues: { code: '' },
    submit: (body) =>
      reportExpiredStep(onFailure, async () => onSignedIn(await api.completeSecondStep({ body }))),
  });
  return (
    <Form {...form.formProps}>
      <CodeField {...form.field('code')} autoFocus />
      <FormFailure failure={form.failure} title={t('step.failure')} />
      <Button type="submit" wide disabled={!isOneTimeCode(form.values.code)} loading={form.isBusy}>
        {t('step.submit')}
      </Button>
    </Form>
  );
}

function RecoveryStep({ onSignedIn, onFailure }: StepProps) {
  const { t } = useTranslation('factors');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/factor-schemas')).recoveryCodeInput,
    initialValues: { recovery_code: '' },
    submit: (body) =>
      reportExpiredStep(onFailure, async () => onSignedIn(await api.completeSecondStep({ body }))),
  });
  return (
    <Form {...form.formProps}>
      <Field
        {...form.field('recovery_code')}
        label={t('step.recoveryField')}
        help={t('step.recoveryHelp')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      <FormFailure failure={form.failure} title={t('step.failure')} />
      <Button
        type="submit"
        wide
        disabled={!isRecoveryCode(form.values.recovery_code)}
        loading={form.isBusy}
      >
        {t('step.submit')}
      </Button>
    </Form>
  );
}

/** Reports an expired step, which replaces the screen; the form shows all other failures. */
async function reportExpiredStep(
  onFailure: (failure: unknown) => void,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_step_expired') onFailure(error);
    throw error;
  }
}

interface LostDeviceStepProps {
  /** End of a waiting period that is already running. */
  waitEndsAt: string | null;
  onFailure: (failure: unknown) => void;
  /** Undefined if no other method is available. */
  onBack: (() => void) | undefined;
}

/** Starts the waiting period after which the second factor is switched off. */
function LostDeviceStep({ waitEndsAt, onFailure, onBack }: LostDeviceStepProps) {
  const { t } = useTranslation('factors');
  const formats = useFormats();
  const describe = useErrorText();
  const [endsAt, setEndsAt] = useState(waitEndsAt);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function report() {
    setBusy(true);
    setFailure(undefined);
    try {
      setEndsAt((await api.reportLostDevice()).ends_at);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_step_expired') onFailure(error);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Heading level={2}>{t('step.lostTitle')}</Heading>
      <p>{t('step.lostText')}</p>
      {failure !== undefined && (
        <Notice kind="error" announced title={t('step.lostFailure')}>
          {describe(failure)}
        </Notice>
      )}
      {endsAt ? (
        <Notice announced>{t('step.lostDone', { time: formats.deadline(endsAt) })}</Notice>
      ) : (
        <Button wide loading={isBusy} onClick={() => void report()}>
          {t('step.lostConfirm')}
        </Button>
      )}
      {onBack && (
        <Button kind="quiet" wide onClick={onBack}>
          {t('step.lostBack')}
        </Button>
      )}
    </>
  );
}

/** Notifies the owner that this sign-in ended the waiting period of a lost device. */
export async function notifyEndedWait(): Promise<void> {
  await loadTexts('factors');
  toasts.plain(wordsOf('factors')('lost.endedBySignIn'));
}
