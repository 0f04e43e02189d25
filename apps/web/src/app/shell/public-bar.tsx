import { Link } from '@tanstack/react-router';
import { locales } from '@zavet/contract/locales';
import { useChooseLanguage } from '../../features/identity/account/profile/use-choose-language.ts';
import { IconDeviceDesktop, IconMoon, IconSun } from '../../ui/icons.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { Logo } from '../../ui/logo.tsx';
import { ChoiceMenu } from '../../ui/small-menu.tsx';
import { themeChoices, useTheme } from '../../ui/theme/theme.ts';
import styles from './bar.module.css';

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

export function Brand() {
  const { t } = useTranslation('shell');
  return (
    <Link to="/dashboard" className={styles.brand} activeProps={{}}>
      <Logo size={36} />
      {t('product')}
    </Link>
  );
}

export function LanguageSwitch() {
  const { t } = useTranslation('shell');
  const { language, chooseLanguage } = useChooseLanguage();
  return (
    <ChoiceMenu
      label={t('language.label')}
      value={language}
      choices={locales.map((value) => ({ value, label: t(`languages.${value}`), lang: value }))}
      onChoose={(chosen) => void chooseLanguage(chosen)}
    >
      {language.toUpperCase()}
    </ChoiceMenu>
  );
}

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { theme, chooseTheme } = useTheme();
  const Icon = icons[theme];
  return (
    <ChoiceMenu
      label={t('theme.label')}
      value={theme}
      choices={themeChoices.map((value) => ({ value, label: t(`theme.${value}`) }))}
      onChoose={chooseTheme}
    >
      <Icon size={22} aria-hidden />
    </ChoiceMenu>
  );
}
