import { useSignOut } from '../../features/account/public/use-sign-out.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import styles from './bar.module.css';
import { Brand } from './brand.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Navigation } from './navigation.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useReadySignOut } from './use-ready-sign-out.ts';

export function TopBar() {
  const { t } = useTranslation('shell');
  const { signOut, isLeaving } = useSignOut();
  useReadySignOut();
  return (
    <header className={styles.bar}>
      <SkipLink />
      <Brand />
      <Navigation />
      <div className={styles.tools}>
        <LanguageSwitch />
        <ThemeSwitch />
        <button
          type="button"
          className={styles.signOut}
          onClick={signOut}
          aria-disabled={isLeaving || undefined}
        >
          {t('nav.signOut')}
        </button>
      </div>
    </header>
  );
}
