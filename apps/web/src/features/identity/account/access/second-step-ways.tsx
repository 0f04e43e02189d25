import { ApiError } from '@zavet/contract/client';
import { isOneTimeCode, isRecoveryCode } from '@zavet/contract/identity/account-rules';
import type { PasskeyRequest } from '@zavet/contract/identity/factor-schemas';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { CodeField } from './code-field.tsx';
import { PasskeyNotice } from './passkey-notice.tsx';
import type { SignedInAnswer } from './signed-in-answer.ts';

interface StepProps {
  onSignedIn: (answer: SignedInAnswer) => void;
  onFailure: (failure: unknown) => void;
}

export function PasskeyStep(props: StepProps & { request: PasskeyRequest; failure: unknown }) {
  const { t } = useTranslation('factors');
  const [isBusy, setBusy] = useState(false);

  async function use() {
    setBusy(true);
    props.onFailure(undefined);
    try {
      const { askPasskey } = await import('./passkeys.ts');
      const passkey = await askPasskey(props.request);
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
      <Button wide autoFocus loading={isBusy} onClick={() => void use()}>
        {t('step.passkey')}
      </Button>
    </>
  );
}

export function CodeStep({ onSignedIn, onFailure }: StepProps) {
  const { t } = useTranslation('factors');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/factor-schemas')).oneTimeCodeInput,
    initialValues: { code: '' },
    submit: (body) =>
      toldOfEnd(onFailure, async () => onSignedIn(await api.completeSecondStep({ body }))),
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

export function RecoveryStep({ onSignedIn, onFailure }: StepProps) {
  const { t } = useTranslation('factors');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/factor-schemas')).recoveryCodeInput,
    initialValues: { recovery_code: '' },
    submit: (body) =>
      toldOfEnd(onFailure, async () => onSignedIn(await api.completeSecondStep({ body }))),
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

/** The form shows what went wrong; that the step is over concerns the whole screen. */
async function toldOfEnd(
  onFailure: (failure: unknown) => void,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_step_over') onFailure(error);
    throw error;
  }
}
