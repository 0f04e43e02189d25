import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { PlanTab } from '../../features/billing/plans/plan-tab.tsx';
import { SupportTab } from '../../features/desk/support/support-tab.tsx';
import { GuardedForms } from '../../features/identity/account/card-parts.tsx';
import { ConsentsCard } from '../../features/identity/account/privacy/consents-card.tsx';
import { LogCard, OwnAuditCard } from '../../features/identity/account/privacy/log-cards.tsx';
import { ProfileTab } from '../../features/identity/account/profile/profile-tab.tsx';
import { SecurityTab } from '../../features/identity/account/security/security-tab.tsx';
import { AgreementsTab } from '../../features/identity/legal/agreements-tab.tsx';
import { CheckInCard } from '../../features/protocol/check-ins/check-in-card.tsx';
import { ExportCard, useOwnData } from '../../features/vault/data-export/export-card.tsx';
import { ImportCard } from '../../features/vault/data-export/import-card.tsx';
import { useEndpoint, useEndpointPages } from '../../platform/queries/use-endpoint.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { loadTexts } from '../../ui/language/i18n.ts';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkeletonCard, WaitForQueries } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Tab, TabStrip } from '../../ui/tab-strip.tsx';
import styles from './settings.module.css';
import { type SettingsTab, settingsTabOf, settingsTabs } from './settings-tab.ts';

const waiting = <SkeletonCard lines={5} hasAction />;
const failed = (error: unknown, retry: () => void) => <ErrorState error={error} onRetry={retry} />;

const ProtocolTab = lazyPart(async () => {
  const [{ ProtocolTab }] = await Promise.all([
    import('../../features/protocol/control/settings/protocol-tab.tsx'),
    loadTexts('protocol', 'release'),
  ]);
  return ProtocolTab;
});

function LazyProtocolTab() {
  return <ProtocolTab waiting={waiting} failed={failed} />;
}

const MailboxTab = lazyPart(async () => {
  const [{ MailboxTab }] = await Promise.all([
    import('../../features/mail/mailbox/mailbox-tab.tsx'),
    loadTexts('mailbox'),
  ]);
  return MailboxTab;
});

function LazyMailboxTab() {
  return <MailboxTab waiting={waiting} failed={failed} />;
}

const contents = {
  profile: ProfileTab,
  plan: PlanTab,
  security: SecurityTab,
  privacy: PrivacyTab,
  email: LazyMailboxTab,
  protocol: LazyProtocolTab,
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

/** Consents, presence, logs of the account, export and import. */
function PrivacyTab() {
  const ownData = useRef<HTMLDivElement>(null);
  const queries = [
    useEndpoint('getProfile'),
    useEndpoint('listConsents'),
    useEndpoint('getCheckInSettings'),
    useEndpointPages('listSecurityEvents', { query: {} }),
    useEndpointPages('listOwnAudit', {}),
    useOwnData(),
  ];
  return (
    <WaitForQueries queries={queries}>
      <ConsentsCard onDownload={() => ownData.current?.focus()} />
      <CheckInCard />
      <LogCard />
      <OwnAuditCard />
      <div ref={ownData} tabIndex={-1} className={styles.cards}>
        <ExportCard />
        <ImportCard />
      </div>
    </WaitForQueries>
  );
}
