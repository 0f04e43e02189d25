import { useNavigate } from '@tanstack/react-router';
import { deletionWords, isDeletionWord } from '@zavet/contract/identity/account-rules';
import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FoldedCard } from '../../../../ui/folded-card.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PasswordField, UsernameField } from '../../../../ui/password-field.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useNeedsPassword } from '../card-parts.tsx';
import styles from '../cards.module.css';
import { deletionFailureOf } from '../settings-rules.ts';

const pressesNeeded = 3;

export function DeletionCard({ email }: { email: string }) {
  const { t } = useTranslation('settings');
  const { language } = useLanguage();
  const [presses, setPresses] = useState(0);
  const isFinal = presses === pressesNeeded;
  const progress = { done: presses, total: pressesNeeded };

  return (
    <FoldedCard title={t('deletion.title')}>
      <p className={styles.lead}>{t('deletion.lead')}</p>
      <p className={styles.lead}>{t('deletion.steps', { word: deletionWords[language] })}</p>
      <div className={styles.actions}>
        <Button
          kind={presses > 0 ? 'danger' : 'quietDanger'}
          onClick={() => setPresses(presses + 1)}
        >
          {presses === 0 || isFinal ? t('deletion.button') : t('deletion.buttonAgain', progress)}
        </Button>
        {presses > 0 && (
          <Button kind="quiet" onClick={() => setPresses(0)}>
            {t('deletion.reset')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.lead}>
        {presses > 0 && t('deletion.progress', progress)}
      </p>
      {isFinal && (
        <DeletionDialog
          email={email}
          word={deletionWords[language]}
          onCancel={() => {
            setPresses(0);
            toasts.plain(t('deletion.canceled'));
          }}
        />
      )}
    </FoldedCard>
  );
}

interface DeletionDialogProps {
  email: string;
  /** Confirmation word in the language of the screen. */
  word: string;
  /** Replaces the default texts. */
  texts?: { title: string; text: string; confirm: string; cancel: string };
  withdrawsConsent?: boolean;
  onCancel: () => void;
}

export function DeletionDialog(props: DeletionDialogProps) {
  const { email, word, withdrawsConsent = false, onCancel } = props;
  const { t } = useTranslation('settings');
  const texts = props.texts ?? {
    title: t('deletion.dialogTitle'),
    text: t('deletion.dialogText'),
    confirm: t('deletion.confirm'),
    cancel: t('deletion.cancel'),
  };
  const navigate = useNavigate();
  const remove = useMutationOf('deleteAccount');
  const needsPassword = useNeedsPassword();
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/identity/account-schemas')).deleteAccountInput,
    initialValues: { confirmation_word: '', current_password: '' },
    toInput: ({ current_password, ...values }) => ({
      ...values,
      current_password: needsPassword ? current_password : undefined,
      withdraws_consent: withdrawsConsent || undefined,
    }),
    check: ({ confirmation_word: given }) => ({
      confirmation_word: isDeletionWord(given) ? undefined : 'wrong_confirmation_word',
    }),
    fieldOfCode: {
      wrong_password: ['current_password', 'wrong_password'],
      wrong_confirmation_word: ['confirmation_word', 'wrong_confirmation_word'],
    },
    submit: async (body) => {
      await remove.mutateAsync({ body });
      await sessionKeeper.signOut();
      await navigate({ to: '/login', replace: true });
      toasts.success(t('deletion.done'));
    },
  });

  return (
    <Dialog isOpen title={texts.title} onClose={() => !form.isBusy && onCancel()}>
      <p>{texts.text}</p>
      <Form {...form.formProps}>
        <Field
          {...form.field('confirmation_word')}
          label={t('deletion.word', { word })}
          help={t('deletion.wordHelp')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {needsPassword && (
          <>
            <UsernameField email={email} />
            <PasswordField
              {...form.field('current_password')}
              label={t('currentPassword')}
              autoComplete="current-password"
            />
          </>
        )}
        <DeletionFailure failure={form.failure} />
        <div className={styles.dialogActions}>
          <Button type="submit" kind="quietDanger" loading={form.isBusy}>
            {texts.confirm}
          </Button>
          <Button data-autofocus disabled={form.isBusy} onClick={onCancel}>
            {texts.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function DeletionFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  if (failure === undefined) return null;
  return (
    <Notice kind="error" announced>
      {t(`deletion.${deletionFailureOf(failure)}`, { reason: describe(failure) })}
    </Notice>
  );
}
