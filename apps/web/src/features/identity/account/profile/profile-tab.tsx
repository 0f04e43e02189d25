import { locales } from '@zavet/contract/locales';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Card, SectionCard } from '../../../../ui/card.tsx';
import { IconDeviceDesktop, IconMoon, IconSun } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded, SkeletonCard, WaitForQueries } from '../../../../ui/loaded.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { SelectField } from '../../../../ui/select.tsx';
import { themeChoices, useTheme } from '../../../../ui/theme/theme.ts';
import { BasicInfoCard } from './basic-info-card.tsx';
import { ContactInfoCard } from './contact-info-card.tsx';
import { useChooseLanguage } from './use-choose-language.ts';

const threeCards = (
  <>
    <SkeletonCard lines={3} />
    <SkeletonCard hasAction />
    <SkeletonCard hasAction />
  </>
);

export function ProfileTab() {
  const query = useEndpoint('getProfile');
  return (
    <WaitForQueries queries={[query]} waiting={threeCards}>
      {query.data ? (
        <>
          <BasicInfoCard profile={query.data} />
          <ContactInfoCard profile={query.data} />
        </>
      ) : (
        <Card>
          <Loaded query={query} lines={6}>
            {() => null}
          </Loaded>
        </Card>
      )}
      <AppearanceCard />
    </WaitForQueries>
  );
}

const themeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

function AppearanceCard() {
  const { t } = useTranslation(['settings', 'shell']);
  const { theme, chooseTheme } = useTheme();
  const { language, chooseLanguage } = useChooseLanguage();
  return (
    <SectionCard title={t('appearance.title')}>
      <SegmentedControl
        label={t('appearance.theme')}
        help={t('appearance.themeHelp')}
        value={theme}
        onChange={chooseTheme}
        options={themeChoices.map((value) => {
          const Icon = themeIcons[value];
          return {
            value,
            label: t(`shell:theme.${value}`),
            icon: <Icon size={20} aria-hidden />,
          };
        })}
      />
      <SelectField
        label={t('appearance.language')}
        help={t('appearance.languageHelp')}
        value={language}
        options={locales.map((value) => ({ value, label: t(`shell:languages.${value}`) }))}
        onChange={(event) => {
          const chosen = locales.find((locale) => locale === event.currentTarget.value);
          if (chosen) void chooseLanguage(chosen);
        }}
      />
    </SectionCard>
  );
}
