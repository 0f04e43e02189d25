import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../interface/language/use-translation.ts';
import styles from './settings.module.css';
import { type SettingsTab, settingsTabs } from './settings-tab.ts';

export function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useTranslation('settings');
  return (
    <nav aria-label={t('tabs.label')} className={styles.tabs}>
      <ul>
        {settingsTabs.map((tab) => (
          <li key={tab}>
            <Link
              to="/settings"
              search={{ tab }}
              className={styles.tab}
              aria-current={tab === current ? 'page' : undefined}
            >
              {t(`tabs.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
