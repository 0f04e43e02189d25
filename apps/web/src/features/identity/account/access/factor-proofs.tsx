import { isOneTimeCode } from '@zavet/contract/identity/account-rules';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { passwordProof } from '../../../../platform/session/password-proof.ts';
import { Button } from '../../../../ui/button.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { CodeField, PasskeyNotice } from './factor-controls.tsx';
import styles from './proof-dialog.module.css';

interface FactorProofsProps {
  hasPasskey: boolean;
  hasCodes: boolean;
  /** Only a second factor is accepted, not the password. */
  needsFactor: boolean;
  method: 'password' | 'code';
  onMethod: (method: 'password' | 'code') => void;
  onBusy: (isBusy: boolean) => void;
}

/** Proofs other than the password, the passkey first. */
export function FactorProofs(props: FactorProofsProps) {
  const { hasPasskey, hasCodes, needsFactor, method, onMethod, onBusy } = props;
  const { t } = useTranslation('factors');
  return (
    <div className={styles.ways}>
      {hasPasskey && <PasskeyProof onBusy={onBusy} />}
      {method === 'code' && (
        <CodeProof onBusy={onBusy} onBack={needsFactor ? undefined : () => onMethod('password')} />
      )}
      {hasCodes && method === 'password' && (
        <Button kind="quiet" wide onClick={() => onMethod('code')}>
          {t('proof.toCode')}
        </Button>
      )}
    </div>
  );
}

function PasskeyProof({ onBusy }: Pick<FactorProofsProps, 'onBusy'>) {
  const { t } = useTranslation('factors');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  async function prove() {
    setBusy(true);
    setFailure(undefined);
    try {
      const [{ requestPasskey }, request] = await Promise.all([
        import('./passkeys.ts'),
        api.startPasskeyProof(),
      ]);
      const passkey = await requestPasskey(request);
      await api.proveSession({ body: { passkey } });
      passwordProof.answer(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button wide loading={isBusy} onClick={() => void prove()}>
        {t('proof.passkey')}
      </Button>
      <PasskeyNotice failure={failure} />
    </>
  );
}

interface CodeProofProps extends Pick<FactorProofsProps, 'onBusy'> {
  onBack: (() => void) | undefined;
}

function CodeProof({ onBusy, onBack }: CodeProofProps) {
  const { t } = useTranslation(['factors', 'links']);
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/factor-schemas')).oneTimeCodeInput,
    initialValues: { code: '' },
    submit: async (body) => {
      await api.proveSession({ body });
      passwordProof.answer(true);
    },
  });
  useEffect(() => onBusy(form.isBusy), [form.isBusy, onBusy]);
  return (
    <Form {...form.formProps}>
      <CodeField {...form.field('code')} autoFocus />
      <FormFailure failure={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" disabled={!isOneTimeCode(form.values.code)} loading={form.isBusy}>
          {t('links:proof.submit')}
        </Button>
        {onBack && (
          <Button kind="quiet" disabled={form.isBusy} onClick={onBack}>
            {t('proof.toPassword')}
          </Button>
        )}
      </div>
    </Form>
  );
}
