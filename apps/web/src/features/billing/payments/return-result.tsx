import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import styles from './payments.module.css';

interface ReturnResultProps {
  /** True unless the payment failed or had no effect. */
  isGood: boolean;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** Result of a payment, announced because it replaces the loading state. */
export function ReturnResult({ isGood, title, children, actions }: ReturnResultProps) {
  const { t } = useTranslation('payment');
  return (
    <div className={styles.live} aria-live="polite">
      <ResultPage
        drawing={<Envelope kind={isGood ? 'sealed' : 'empty'} />}
        title={title}
        tabTitle={t('return.title')}
        actions={actions}
      >
        <div className={styles.paragraphs}>{children}</div>
      </ResultPage>
    </div>
  );
}

/** Loading state while the server checks the payment. */
export function CheckingPayment() {
  const { t } = useTranslation('payment');
  return (
    <ReturnResult isGood title={t('return.title')} actions={null}>
      <p>{t('return.checking')}</p>
      <SkeletonLines lines={2} />
    </ReturnResult>
  );
}

/** Asks a signed-out visitor to sign in, then returns to this address. */
export function SignInPrompt() {
  const { t } = useTranslation('payment');
  const href = useLocation({ select: (location) => location.href });
  return (
    <ReturnResult
      isGood
      title={t('signIn.title')}
      actions={
        <ButtonLink to="/login" search={{ redirect: href }}>
          {t('signIn.action')}
        </ButtonLink>
      }
    >
      <p>{t('signIn.text')}</p>
    </ReturnResult>
  );
}

export function LegaciesLink() {
  const { t } = useTranslation('payment');
  return <ButtonLink to="/trusted-legacies">{t('return.toLegacies')}</ButtonLink>;
}
