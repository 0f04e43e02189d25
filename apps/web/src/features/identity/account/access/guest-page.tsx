import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { sessionKeeper, useSession } from '../../../../platform/session/session.ts';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { KeyWithTag } from '../../../../ui/drawings/key-with-tag.tsx';
import { Notebook } from '../../../../ui/drawings/notebook.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './account.module.css';
import { safeRedirect } from './safe-redirect.ts';

/** Card for visitors without a session. Invisible, but in its final size, until the session is loaded. */
export function GuestCard({ children }: { children: ReactNode }) {
  const isGuest = useIsGuest();
  return (
    <div className={styles.guest} aria-busy={!isGuest} inert={!isGuest}>
      {children}
    </div>
  );
}

/** Stays true once set, so that a form in use does not disappear while the session is reloaded. */
function useIsGuest(): boolean {
  const { status } = useSession();
  const [isGuest, setGuest] = useState(false);
  if (!isGuest && (status === 'signed_out' || status === 'unreachable')) setGuest(true);
  return isGuest;
}

/** Kept in memory only, never in the URL or in browser storage. */
let lastEmail = '';

// The next user of this browser must not see the address.
sessionKeeper.subscribe(() => {
  if (sessionKeeper.state().status === 'signed_in') lastEmail = '';
});

/** Address last typed on one of the sign-in, sign-up and recovery screens. */
export function rememberedEmail(): string {
  return lastEmail;
}

interface EmailForm {
  values: { email: string };
  setValues: (changed: { email: string }) => void;
}

/** Fills the form with the remembered address, then remembers every change for the next screen. */
export function useRememberedEmail({ values, setValues }: EmailForm): void {
  const restore = useEffectEvent(() => {
    if (lastEmail && lastEmail !== values.email) setValues({ email: lastEmail });
  });
  useEffect(() => restore(), []);
  useEffect(() => {
    lastEmail = values.email;
  }, [values.email]);
}

/**
 * Redirects signed-in visitors while the form is open, but not after the submit: the mailed link may
 * sign in from another tab, and the message on this screen must stay readable.
 */
export function useRedirectWhenSignedIn(isFormOpen: boolean, redirect?: string): void {
  const router = useRouter();
  const { status } = useSession();
  const isRedirecting = isFormOpen && status === 'signed_in';
  useEffect(() => {
    if (!isRedirecting) return;
    router.history.replace(safeRedirect(redirect) ?? '/dashboard', {}, { ignoreBlocker: true });
  }, [isRedirecting, redirect, router]);
}

/** Introduces the product to new visitors beside the form. */
export function AboutZavet() {
  const { t } = useTranslation('account');
  const { language } = useLanguage();
  return (
    <section className={styles.about} aria-labelledby="about-zavet">
      <Heading level={2} size="section" id="about-zavet">
        {t('about.lead')}
      </Heading>
      <ol className={styles.steps} aria-label={t('about.how')}>
        <Step title={t('about.write.title')} text={t('about.write.text')}>
          <Notebook width={104} />
        </Step>
        <Step title={t('about.trust.title')} text={t('about.trust.text')}>
          <KeyWithTag width={88} />
        </Step>
        <Step title={t('about.receive.title')} text={t('about.receive.text')}>
          <Envelope kind="sealed" width={96} />
        </Step>
      </ol>
      {/* A separate page outside the application. */}
      <a className={styles.more} href={`/welcome?lang=${language}`}>
        {t('about.more')}
      </a>
    </section>
  );
}

interface StepProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ title, text, children }: StepProps) {
  return (
    <li>
      <span className={styles.drawing}>{children}</span>
      <div>
        <Heading level={3}>{title}</Heading>
        <p className={styles.text}>{text}</p>
      </div>
    </li>
  );
}
