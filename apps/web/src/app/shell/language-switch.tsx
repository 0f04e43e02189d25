import { locales } from '@zavet/contract/locales';
import { useChooseLanguage } from '../../features/identity/account/profile/use-choose-language.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';

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
