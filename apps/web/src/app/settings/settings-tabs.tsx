import { useEndpoint } from '../../platform/queries/use-endpoint.ts';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { SectionLink, SectionLinks } from '../../ui/section-links.tsx';
import { type SettingsTab, settingsTabs } from './settings-tab.ts';

export function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useTranslation('settings');
  const desk = useEndpoint('getDesk');
  return (
    <SectionLinks label={t('tabs.label')} isBeside>
      {settingsTabs.map((tab) => (
        <SectionLink key={tab} to="/settings" search={{ tab }} isCurrent={tab === current}>
          {t(`tabs.${tab}`)}
        </SectionLink>
      ))}
      {desk.data?.is_operator && <SectionLink to="/operator">{t('tabs.desk')}</SectionLink>}
    </SectionLinks>
  );
}
