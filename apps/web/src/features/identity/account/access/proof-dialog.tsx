import { useEffect, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { passwordProof } from '../../../../platform/session/password-proof.ts';
import { useObservable } from '../../../../platform/state/observable.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { PasswordField, UsernameField } from '../../../../ui/password-field.tsx';
import { arePasskeysSupported } from './passkey-support.ts';
import styles from './proof-dialog.module.css';

const FactorProofs = lazyComponent(async () => {
  const [{ FactorProofs }] = await Promise.all([
    import('./factor-proofs.tsx'),
    loadTexts('factors'),
  ]);
  return FactorProofs;
});

/** Asks the owner for a password or second factor when an endpoint requires a fresh proof. */
export function ProofDialog({ email }: { email: string }) {
  const requested = useObservable(passwordProof);
  // Rejects the pending request when the session ends.
  useEffect(() => () => passwordProof.answer(false), []);
  return requested ? <ProofRequest email={email} needsFactor={requested === 'factor'} /> : null;
}

function ProofRequest({ email, needsFactor }: { email: string; needsFactor: boolean }) {
  const { t } = useTranslation('links');
  const factors = useEndpoint('getFactors').data;
  const [isBusy, setBusy] = useState(false);
  const [method, setMethod] = useState<'password' | 'code'>('password');
  const hasPasskey = arePasskeysSupported() && Boolean(factors?.passkeys.length);
  const hasCodes = Boolean(factors?.has_codes);
  const cancel = () => {
    if (!isBusy) passwordProof.answer(false);
  };

  return (
    <Dialog
      isOpen
      title={t(hasPasskey || hasCodes ? 'proof.anyTitle' : 'proof.title')}
      onClose={cancel}
    >
      <p>{t(needsFactor ? 'proof.factorLead' : 'proof.lead')}</p>
      {(hasPasskey || hasCodes) && (
        <FactorProofs
          {...{ hasPasskey, hasCodes, needsFactor, method }}
          onMethod={setMethod}
          onBusy={setBusy}
        />
      )}
      {needsFactor ? (
        <FactorRequired isBusy={isBusy} onCancel={cancel} />
      ) : (
        method === 'password' && (
          <PasswordProof
            email={email}
            isSecondary={hasPasskey}
            onBusy={setBusy}
            onCancel={cancel}
          />
        )
      )}
    </Dialog>
  );
}

/** Recovery codes are accepted only at the second step of a sign-in, not here. */
function FactorRequired({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  const { t } = useTranslation('links');
  return (
    <>
      <p>{t('proof.factorMissing')}</p>
      <div className={styles.actions}>
        <Button kind="quiet" disabled={isBusy} onClick={onCancel}>
          {t('proof.cancel')}
        </Button>
      </div>
    </>
  );
}

interface PasswordProofProps {
  email: string;
  /** True if another proof is offered first. */
  isSecondary: boolean;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
}

function PasswordProof({ email, isSecondary, onBusy, onCancel }: PasswordProofProps) {
  const { t } = useTranslation('links');
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/identity/factor-schemas')).passwordProofInput,
    initialValues: { current_password: '' },
    fieldOfCode: { wrong_password: ['current_password', 'wrong_password'] },
    submit: async (body) => {
      await api.proveSession({ body });
      passwordProof.answer(true);
    },
  });
  useEffect(() => onBusy(form.isBusy), [form.isBusy, onBusy]);
  return (
    <Form {...form.formProps}>
      <UsernameField email={email} />
      <PasswordField
        {...form.field('current_password')}
        label={t('proof.field')}
        autoComplete="current-password"
        data-autofocus
      />
      <FormFailure failure={form.failure} />
      <PasswordRecovery email={email} />
      <div className={styles.actions}>
        <Button type="submit" kind={isSecondary ? 'quiet' : 'primary'} loading={form.isBusy}>
          {t('proof.submit')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onCancel}>
          {t('proof.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** Sends a recovery link without leaving the screen behind the dialog. */
function PasswordRecovery({ email }: { email: string }) {
  const { t } = useTranslation('links');
  const describe = useErrorText();
  const [stage, setStage] = useState<'closed' | 'open' | 'busy' | 'sent'>('closed');
  const [failure, setFailure] = useState<unknown>();

  async function send() {
    setStage('busy');
    setFailure(undefined);
    try {
      await api.recover({ body: { email } });
      setStage('sent');
    } catch (error) {
      setFailure(error);
      setStage('open');
    }
  }

  if (stage === 'closed') {
    return (
      <div>
        <Button kind="plain" onClick={() => setStage('open')}>
          {t('proof.forgot')}
        </Button>
      </div>
    );
  }
  if (stage === 'sent') {
    return (
      <Notice kind="success" announced takesFocus title={t('proof.recoverySent', { email })} />
    );
  }
  const submit = (
    <Button kind="quiet" loading={stage === 'busy'} onClick={() => void send()}>
      {t('proof.recover')}
    </Button>
  );
  return (
    <>
      <Notice takesFocus actions={submit}>
        {t('proof.forgotText', { email })}
      </Notice>
      {failure !== undefined && (
        <Notice kind="error" announced title={t('proof.recoverFailure')}>
          {describe(failure)}
        </Notice>
      )}
    </>
  );
}
