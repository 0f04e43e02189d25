import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { IconDeviceDesktop, IconMoon, IconSun } from '../../ui/icons.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { themeChoices, useTheme } from '../../ui/theme/theme.ts';

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
