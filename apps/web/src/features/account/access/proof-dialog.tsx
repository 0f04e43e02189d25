import { useEffect, useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { Dialog } from '../../../interface/dialog.tsx';
import { Form, FormFailure } from '../../../interface/form/form.tsx';
import { useContractForm } from '../../../interface/form/use-contract-form.ts';
import { loadTexts } from '../../../interface/language/i18n.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { lazyPart } from '../../../interface/lazy-part.tsx';
import { PasswordField } from '../../../interface/password-field.tsx';
import { UsernameField } from '../../../interface/username-field.tsx';
import { api } from '../../../platform/client/api.ts';
import { passwordProof } from '../../../platform/session/password-proof.ts';
import { useObservable } from '../../../platform/state/observable.ts';
import { useFactors } from '../api/factors.ts';
import { isPasskeyKnown } from './passkey-failure.ts';
import styles from './proof-dialog.module.css';

const OtherProofs = lazyPart(async () => {
  const [{ OtherProofs }] = await Promise.all([import('./other-proofs.tsx'), loadTexts('factors')]);
  return OtherProofs;
});

/** Asks the owner to show that they are there, for whichever screen needs it proven. */
export function ProofDialog({ email }: { email: string }) {
  const isAsking = useObservable(passwordProof);
  // A session that ended meanwhile leaves nobody waiting.
  useEffect(() => () => passwordProof.answer(false), []);
  return isAsking ? <Question email={email} /> : null;
}

function Question({ email }: { email: string }) {
  const { t } = useTranslation('links');
  const factors = useFactors().data;
  const [isBusy, setBusy] = useState(false);
  const [way, setWay] = useState<'password' | 'code'>('password');
  const hasPasskey = isPasskeyKnown() && Boolean(factors?.passkeys.length);
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
      <p>{t('proof.lead')}</p>
      {(hasPasskey || hasCodes) && (
        <OtherProofs {...{ hasPasskey, hasCodes, way }} onWay={setWay} onBusy={setBusy} />
      )}
      {way === 'password' && (
        <PasswordProof email={email} isQuiet={hasPasskey} onBusy={setBusy} onCancel={cancel} />
      )}
    </Dialog>
  );
}

interface PasswordProofProps {
  email: string;
  /** There is a way that comes first. */
  isQuiet: boolean;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
}

function PasswordProof({ email, isQuiet, onBusy, onCancel }: PasswordProofProps) {
  const { t } = useTranslation('links');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/account/factor-schemas')).passwordProofInput,
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
      <div className={styles.actions}>
        <Button type="submit" kind={isQuiet ? 'quiet' : 'primary'} loading={form.isBusy}>
          {t('proof.submit')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onCancel}>
          {t('proof.cancel')}
        </Button>
      </div>
    </Form>
  );
}
