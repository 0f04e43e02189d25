import styles from './bar.module.css';
import { Brand } from './brand.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function PublicBar() {
  return (
    <header className={styles.bar}>
      <Brand />
      <div className={styles.tools}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
