import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSignOut } from '../../features/identity/account/public/use-sign-out.ts';
import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { IconChevronDown, IconUser } from '../../ui/more-icons.tsx';
import listStyles from '../../ui/option-list.module.css';
import { ChoiceItem, SmallMenu } from '../../ui/small-menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './bar.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { Brand, LanguageSwitch, ThemeSwitch } from './public-bar.tsx';
import { isCurrent, sections } from './sections.ts';

interface TopBarProps {
  /** On a public page a phone shows the upper bar too. */
  isOnPublicPage?: boolean;
}

/** The bars of a signed-in user: above the screen, and on a phone below it. */
export function TopBar({ isOnPublicPage = false }: TopBarProps) {
  usePreloadLogin();
  return (
    <>
      <header className={styles.bar} data-signed-in={isOnPublicPage ? 'page' : 'screen'}>
        <SkipLink />
        <Brand />
        <Navigation />
        <div className={styles.tools}>
          <LanguageSwitch />
          <ThemeSwitch />
          <AccountMenu />
        </div>
      </header>
      <BottomBar />
    </>
  );
}

/** The sections, beside the brand or in a row of their own below it. */
function Navigation() {
  const { t } = useTranslation('shell');
  const path = useLocation({ select: (location) => location.pathname });
  const strip = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path
  useEffect(() => {
    // Measured in the next frame, to avoid a forced layout.
    const frame = requestAnimationFrame(() => {
      const element = strip.current;
      const current = element?.querySelector<HTMLElement>('[aria-current="page"]');
      if (!element || !current) return;
      const middle = current.offsetLeft + current.offsetWidth / 2;
      element.scrollTo({ left: middle - element.clientWidth / 2 });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);

  return (
    <nav ref={strip} className={styles.strip} aria-label={t('nav.label')}>
      <ul className={styles.links}>
        {sections.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link}
              aria-current={isCurrent(to, path) ? 'page' : undefined}
            >
              {t(`nav.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The menu of the signed-in account, including the sign-out. */
function AccountMenu() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const { signOut } = useSignOut();
  const button = (
    <>
      <VisuallyHidden>{t('account.label')}</VisuallyHidden>
      <span className={styles.person}>
        <IconUser size={20} aria-hidden />
      </span>
      <IconChevronDown size={20} aria-hidden />
    </>
  );
  return (
    <SmallMenu button={button}>
      {session.status === 'signed_in' && (
        <li className={styles.whose}>{session.session.user.email}</li>
      )}
      <li>
        <Link to="/faq" className={listStyles.option}>
          {t('footer.faq')}
        </Link>
      </li>
      <li>
        <Link to="/settings" search={{ tab: 'support' }} className={listStyles.option}>
          {t('nav.support')}
        </Link>
      </li>
      <ChoiceItem onChoose={signOut}>{t('nav.signOut')}</ChoiceItem>
    </SmallMenu>
  );
}

/** First in the tab order: skips the navigation. */
function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => document.getElementById('content')?.focus()}
    >
      {t('skipToContent')}
    </button>
  );
}

/** Preloads the login screen, so that it can be shown after a sign-out without a network. */
function usePreloadLogin(): void {
  const router = useRouter();
  useEffect(
    () =>
      whenIdle(() => {
        // A failure is retried when the screen is opened.
        router.preloadRoute({ to: '/login' }).catch(() => {});
      }),
    [router],
  );
}

function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(request);
}
