import { moscowDay } from '@zavet/contract/days';
import { type LegalDocument, legalEditions } from '@zavet/contract/identity/editions';
import { TextLink } from '../../../ui/button.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { type Edition, editionsAsOf } from './edition-rules.ts';
import styles from './legal.module.css';

interface EditionLinksProps {
  document: LegalDocument;
  shown: Edition;
}

/** The other editions, where there are any. */
export function EditionLinks({ document, shown }: EditionLinksProps) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const editions = editionsAsOf(legalEditions[document], moscowDay(new Date()));
  const others = editions.filter(({ day }) => day !== shown.day);
  if (others.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={t('editions.label')}>
      {others.map(({ day, standing }) => (
        <TextLink key={day} to="." search={(shown: object) => ({ ...shown, edition: day })}>
          {t(`editions.${standing}`, { date: formats.date(day) })}
        </TextLink>
      ))}
    </nav>
  );
}
