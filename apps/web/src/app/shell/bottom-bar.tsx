import { Link, useLocation } from '@tanstack/react-router';
import { locales } from '@zavet/contract/locales';
import { useChooseLanguage } from '../../features/identity/account/profile/use-choose-language.ts';
import { useSignOut } from '../../features/identity/account/public/use-sign-out.ts';
import { IconCheck } from '../../ui/icons.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { IconDots } from '../../ui/more-icons.tsx';
import listStyles from '../../ui/option-list.module.css';
import { ChoiceItem, SmallMenu } from '../../ui/small-menu.tsx';
import { themeChoices, useTheme } from '../../ui/theme/theme.ts';
import styles from './bottom-bar.module.css';
import { isCurrent, sections } from './sections.ts';

const inBar = ['dashboard', 'instructions', 'contact', 'mail'] as const;
const inMenu = ['trustedLegacies', 'settings'] as const;

/** The navigation of a phone; the remaining sections are in the menu «More». */
export function BottomBar() {
  const { t } = useTranslation('shell');
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <nav className={styles.bar} aria-label={t('nav.label')}>
      {inBar.map((name) => {
        const { to, Icon } = sectionOf(name);
        return (
          <Link
            key={name}
            to={to}
            className={styles.item}
            aria-current={isCurrent(to, path) ? 'page' : undefined}
          >
            <Icon size={24} aria-hidden />
            {t(`nav.short.${name}`)}
          </Link>
        );
      })}
      <SmallMenu
        side="above"
        buttonClass={styles.item}
        isSelected={inMenu.some((name) => isCurrent(sectionOf(name).to, path))}
        button={
          <>
            <IconDots size={24} aria-hidden />
            {t('nav.short.more')}
          </>
        }
      >
        <MoreItems path={path} />
      </SmallMenu>
    </nav>
  );
}

function MoreItems({ path }: { path: string }) {
  const { t } = useTranslation('shell');
  const { signOut } = useSignOut();
  const { theme, chooseTheme } = useTheme();
  const { language, chooseLanguage } = useChooseLanguage();
  return (
    <>
      {inMenu.map((name) => {
        const { to } = sectionOf(name);
        const isHere = isCurrent(to, path);
        return (
          <li key={name}>
            <Link to={to} className={listStyles.option} aria-current={isHere ? 'page' : undefined}>
              {t(`nav.${name}`)}
              {isHere && <IconCheck size={20} aria-hidden />}
            </Link>
          </li>
        );
      })}
      <li>
        <Link to="/settings" search={{ tab: 'support' }} className={listStyles.option}>
          {t('nav.support')}
        </Link>
      </li>
      <li className={styles.choices}>
        <fieldset className={styles.group}>
          <legend>{t('theme.label')}</legend>
          <ul>
            {themeChoices.map((choice) => (
              <ChoiceItem
                key={choice}
                isChosen={choice === theme}
                onChoose={() => chooseTheme(choice)}
              >
                {t(`theme.${choice}`)}
              </ChoiceItem>
            ))}
          </ul>
        </fieldset>
      </li>
      <li className={styles.choices}>
        <fieldset className={styles.group} data-many>
          <legend>{t('language.label')}</legend>
          <ul>
            {locales.map((choice) => (
              <ChoiceItem
                key={choice}
                lang={choice}
                isChosen={choice === language}
                onChoose={() => void chooseLanguage(choice)}
              >
                {t(`languages.${choice}`)}
              </ChoiceItem>
            ))}
          </ul>
        </fieldset>
      </li>
      <ChoiceItem onChoose={signOut}>{t('nav.signOut')}</ChoiceItem>
    </>
  );
}

function sectionOf(name: (typeof inBar | typeof inMenu)[number]) {
  const found = sections.find((section) => section.name === name);
  if (!found) throw new Error(`There is no section ${name}.`);
  return found;
}
