import { type LegalDocument, legalDocuments } from '@zavet/contract/legal-documents';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../interface/button.tsx';
import { Heading } from '../../interface/heading.tsx';
import { useFormats } from '../../interface/language/formats.ts';
import { Page } from '../../interface/page.tsx';
import styles from './legal.module.css';

const links = [
  { document: 'terms_of_use', to: '/terms' },
  { document: 'privacy_policy', to: '/privacy' },
  { document: 'public_offer', to: '/public-offer' },
] as const;

/** One of the documents a person accepts, with its edition and links to the others. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const sections = t(`${document}.sections`, { returnObjects: true });
  return (
    <Page
      title={t(`${document}.title`)}
      lead={t('edition', { date: formats.date(legalDocuments[document].version) })}
      width="text"
    >
      <article className={styles.text}>
        <p>{t(`${document}.lead`)}</p>
        {sections.map((section) => (
          <section key={section.heading}>
            <Heading level={2}>{section.heading}</Heading>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
      <nav className={styles.links} aria-label={t('more')}>
        {links
          .filter((link) => link.document !== document)
          .map((link) => (
            <TextLink key={link.to} to={link.to}>
              {t(`${link.document}.title`)}
            </TextLink>
          ))}
        <TextLink to="/signup">{t('signUp')}</TextLink>
      </nav>
    </Page>
  );
}
