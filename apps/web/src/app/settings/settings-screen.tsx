import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PlanTab } from '../../features/billing/plans/plan-tab.tsx';
import { SupportTab } from '../../features/desk/support/support-tab.tsx';
import { GuardedForms } from '../../features/identity/account/card-parts.tsx';
import { ProfileTab } from '../../features/identity/account/profile/profile-tab.tsx';
import { SecurityTab } from '../../features/identity/account/security/security-tab.tsx';
import { useEndpoint } from '../../platform/queries/use-endpoint.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { loadTexts } from '../../ui/language/i18n.ts';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { SkeletonCard } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Tab, TabStrip } from '../../ui/tab-strip.tsx';
import { DataTab } from './data-tab.tsx';
import styles from './settings.module.css';
import { dataSectionOf, type SettingsTab, settingsTabOf, settingsTabs } from './settings-tab.ts';

export function SettingsScreen() {
  const { t } = useTranslation(['settings', 'shell']);
  const search = useSearch({ strict: false });
  const tab = settingsTabOf(search.tab);
  if (tab === 'support') {
    return (
      <Page title={t('shell:nav.support')}>
        <div className={styles.cards}>
          <GuardedForms>
            <SupportTab />
          </GuardedForms>
        </div>
      </Page>
    );
  }
  return (
    <Page title={t('title')} tabTitle={`${t(`tabs.${tab}`)} · ${t('title')}`}>
      <div className={styles.layout}>
        <SettingsTabs current={tab} />
        <div className={styles.cards}>
          <GuardedForms>{contentOf(tab, search.tab)}</GuardedForms>
        </div>
      </div>
    </Page>
  );
}

function contentOf(tab: SettingsTab, address: unknown): ReactNode {
  switch (tab) {
    case 'profile':
      return <ProfileTab />;
    case 'plan':
      return <PlanTab />;
    case 'security':
      return <SecurityTab />;
    case 'protocol':
      return <ProtocolTab waiting={<SkeletonCard lines={8} />} failed={failed} />;
    case 'privacy':
      return <DataTab section={dataSectionOf(address)} />;
  }
}

const failed = (error: unknown, retry: () => void) => <ErrorState error={error} onRetry={retry} />;

const ProtocolTab = lazyComponent(async () => {
  const [{ ProtocolTab }] = await Promise.all([
    import('../../features/protocol/control/settings/protocol-tab.tsx'),
    loadTexts('protocol', 'release', 'check-ins'),
  ]);
  return ProtocolTab;
});

function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useTranslation('settings');
  const desk = useEndpoint('getDesk');
  return (
    <TabStrip label={t('tabs.label')} layout="column">
      {settingsTabs.map((tab) => (
        <Tab key={tab} to="/settings" search={{ tab }} current={tab === current && 'page'}>
          {t(`tabs.${tab}`)}
        </Tab>
      ))}
      {desk.data?.is_operator && <Tab to="/operator">{t('tabs.desk')}</Tab>}
    </TabStrip>
  );
}
