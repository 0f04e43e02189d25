import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { themeChoices, useTheme } from '../../interface/theme/color-scheme.ts';
import styles from './bar.module.css';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { theme, chooseTheme } = useTheme();
  const Icon = icons[theme];
  return (
    <span className={styles.switch}>
      <Icon size={22} aria-hidden />
      <select
        aria-label={t('theme.label')}
        value={theme}
        onChange={(event) => {
          const chosen = themeChoices.find((choice) => choice === event.currentTarget.value);
          if (chosen) chooseTheme(chosen);
        }}
      >
        {themeChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`theme.${choice}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
