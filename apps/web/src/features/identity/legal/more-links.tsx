import {
  type LegalDocument,
  legalDocumentNames,
  legalPaths,
} from '@zavet/contract/identity/editions';
import { TextLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './legal.module.css';

/** To the other documents, the questions and the sign-up. */
export function MoreLinks({ document }: { document: LegalDocument }) {
  const { t } = useTranslation('legal');
  return (
    <nav className={styles.links} aria-label={t('more')}>
      {legalDocumentNames
        .filter((name) => name !== document)
        .map((name) => (
          <TextLink key={name} to={legalPaths[name]} search={keepLanguage}>
            {t(`documents.${name}`)}
          </TextLink>
        ))}
      <TextLink to="/faq" search={keepLanguage}>
        {t('faq')}
      </TextLink>
      <TextLink to="/signup">{t('signUp')}</TextLink>
    </nav>
  );
}

/** The chosen language goes along; the edition belongs to this document alone. */
function keepLanguage({ text }: { text?: string }) {
  return { text };
}
