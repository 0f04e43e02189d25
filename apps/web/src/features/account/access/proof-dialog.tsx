import { useEffect } from 'react';
import { Button } from '../../../interface/button.tsx';
import { Dialog } from '../../../interface/dialog.tsx';
import { Form, FormFailure } from '../../../interface/form/form.tsx';
import { useContractForm } from '../../../interface/form/use-contract-form.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { PasswordField } from '../../../interface/password-field.tsx';
import { UsernameField } from '../../../interface/username-field.tsx';
import { api } from '../../../platform/client/api.ts';
import { passwordProof } from '../../../platform/session/password-proof.ts';
import { useObservable } from '../../../platform/state/observable.ts';
import styles from './proof-dialog.module.css';

/** Asks for the password again, for whichever screen needs it proven. */
export function ProofDialog({ email }: { email: string }) {
  const isAsking = useObservable(passwordProof);
  // A session that ended meanwhile leaves nobody waiting.
  useEffect(() => () => passwordProof.answer(false), []);
  return isAsking ? <Question email={email} /> : null;
}

function Question({ email }: { email: string }) {
  const { t } = useTranslation('links');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/account/account-schemas')).proveInput,
    initialValues: { current_password: '' },
    fieldOfCode: { wrong_password: ['current_password', 'wrong_password'] },
    submit: async (body) => {
      await api.proveSession({ body });
      passwordProof.answer(true);
    },
  });
  const cancel = () => {
    if (!form.isBusy) passwordProof.answer(false);
  };

  return (
    <Dialog isOpen title={t('proof.title')} onClose={cancel}>
      <p>{t('proof.lead')}</p>
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
          <Button type="submit" loading={form.isBusy}>
            {t('proof.submit')}
          </Button>
          <Button kind="quiet" disabled={form.isBusy} onClick={cancel}>
            {t('proof.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
