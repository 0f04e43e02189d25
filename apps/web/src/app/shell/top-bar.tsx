import { AccountMenu } from './account-menu.tsx';
import styles from './bar.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { Brand } from './brand.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Navigation } from './navigation.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useReadySignOut } from './use-ready-sign-out.ts';

interface TopBarProps {
  /** There a phone has the bar above as well, as visitors do who are not signed in. */
  isOnPublicPage?: boolean;
}

/** The bars of those who are signed in: above the screen, and on a phone below it. */
export function TopBar({ isOnPublicPage = false }: TopBarProps) {
  useReadySignOut();
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
