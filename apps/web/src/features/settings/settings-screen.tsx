import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../interface/page.tsx';
import { PlanTab } from '../plans/plan-tab.tsx';
import { SupportTab } from '../support/support-tab.tsx';
import { AgreementsTab } from './agreements/agreements-tab.tsx';
import { GuardedForms } from './guarded-forms.tsx';
import { ProfileTab } from './profile/profile-tab.tsx';
import { SecurityTab } from './security/security-tab.tsx';
import styles from './settings.module.css';
import { settingsTabOf } from './settings-tab.ts';
import { SettingsTabs } from './settings-tabs.tsx';

const contents = {
  profile: ProfileTab,
  plan: PlanTab,
  security: SecurityTab,
  agreements: AgreementsTab,
  support: SupportTab,
};

export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const search = useSearch({ strict: false });
  const tab = settingsTabOf(search.tab);
  const Content = contents[tab];
  return (
    <Page title={t('title')} tabTitle={`${t(`tabs.${tab}`)} · ${t('title')}`}>
      <div className={styles.layout}>
        <SettingsTabs current={tab} />
        <div className={styles.cards}>
          <GuardedForms>
            <Content />
          </GuardedForms>
        </div>
      </div>
    </Page>
  );
}
