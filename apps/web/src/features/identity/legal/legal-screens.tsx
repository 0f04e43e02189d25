import { useSearch } from '@tanstack/react-router';
import { moscowDay } from '@zavet/contract/days';
import {
  editionInForce,
  type LegalDocument,
  legalDocumentNames,
  legalEditions,
  legalPaths,
  upcomingEditions,
} from '@zavet/contract/identity/editions';
import type { Locale } from '@zavet/contract/locales';
import { useDeferredValue } from 'react';
import { ButtonLink, TextLink } from '../../../ui/button.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { useTextFile } from '../../../ui/long-text/text-files.ts';
import { TextLayout, TextTools } from '../../../ui/long-text/text-layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import {
  choiceOf,
  type DocumentSection,
  type DocumentText,
  documentFileName,
  documentTexts,
} from './document-texts.ts';
import { type Edition, editionsAsOf } from './edition-rules.ts';
import styles from './legal.module.css';
import { useFillPlaceholders } from './public/service-facts.ts';

export function TermsScreen() {
  return <LegalPage document="terms_of_use" />;
}

export function PrivacyScreen() {
  return <LegalPage document="privacy_policy" />;
}

export function PublicOfferScreen() {
  return <LegalPage document="public_offer" />;
}

export function PersonalDataConsentScreen() {
  return <LegalPage document="personal_data_consent" />;
}

/** A legal document in the edition and language of the URL. */
function LegalPage({ document }: { document: LegalDocument }) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const locale = useLanguage().language;
  const choice = choiceOf(document, useSearch({ strict: false }), locale);
  // Keeps the displayed text while that of a newly chosen language loads.
  const language = useDeferredValue(choice.language);
  const { day, status } = choice.edition;
  const text = useTextFile(documentTexts, documentFileName(document, day, language));
  const fill = useFillPlaceholders(language, day);
  const entries = text.sections.map(({ id, heading }) => ({ id, title: fill(heading) }));
  return (
    <Page
      title={fill(text.title)}
      titleLanguage={language}
      lead={t(`standing.${status}`, { date: formats.date(day) })}
    >
      <TextTools language={language} />
      <div className={styles.notices}>
        {choice.isUnknown && <Notice kind="warning">{t('editions.unknown')}</Notice>}
        <EditionNotice document={document} shown={choice.edition} />
      </div>
      <TextLayout entries={entries} language={language} isNumbered>
        <DocumentBody text={text} language={language} fill={fill} />
      </TextLayout>
      <EditionLinks document={document} shown={choice.edition} />
      <MoreLinks document={document} />
    </Page>
  );
}

type FillPlaceholders = (text: string) => string;

interface DocumentBodyProps {
  text: DocumentText;
  language: Locale;
  fill: FillPlaceholders;
}

/** Sections and clauses are numbered for reference. */
function DocumentBody({ text, language, fill }: DocumentBodyProps) {
  return (
    <article lang={language} className={styles.text}>
      {text.lead.map((paragraph) => (
        <p key={paragraph}>{fill(paragraph)}</p>
      ))}
      {text.sections.map((section, index) => (
        <Section key={section.id} section={section} number={index + 1} fill={fill} />
      ))}
    </article>
  );
}

interface SectionProps {
  section: DocumentSection;
  number: number;
  fill: FillPlaceholders;
}

function Section({ section, number, fill }: SectionProps) {
  const headingId = `${section.id}-heading`;
  return (
    <section id={section.id} tabIndex={-1} aria-labelledby={headingId} className={styles.section}>
      <Heading level={2} id={headingId}>
        {number}. {fill(section.heading)}
      </Heading>
      {section.clauses.map((clause, index) => (
        <div key={clause.text} className={styles.clause}>
          <span className={styles.number}>
            {number}.{index + 1}
          </span>
          <div>
            <p>{fill(clause.text)}</p>
            {clause.items && (
              <ul>
                {clause.items.map((item) => (
                  <li key={item}>{fill(item)}</li>
                ))}
              </ul>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

interface EditionNoticeProps {
  document: LegalDocument;
  shown: Edition;
}

/** Announces an upcoming edition, or warns that the shown one is not in force. */
function EditionNotice({ document, shown }: EditionNoticeProps) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const editions = legalEditions[document];
  const today = moscowDay(new Date());
  const inForce = editionInForce(editions, today);
  const [coming] = upcomingEditions(editions, today).filter((edition) => edition > inForce);
  if (shown.status === 'in_force') {
    if (!coming) return null;
    return (
      <Notice
        title={t('editions.announced')}
        actions={<EditionButton day={coming} label="toComing" />}
      >
        {t('editions.announcedText', { date: formats.date(coming) })}
      </Notice>
    );
  }
  const isComing = shown.status === 'coming';
  return (
    <Notice
      kind="warning"
      title={isComing ? t('editions.isComing') : t('editions.isPast')}
      actions={<EditionButton day={inForce} label="toInForce" />}
    >
      {!isComing && t('editions.isPastText', { date: formats.date(inForce) })}
    </Notice>
  );
}

function EditionButton({ day, label }: { day: string; label: 'toComing' | 'toInForce' }) {
  const { t } = useTranslation('legal');
  return (
    <ButtonLink to="." search={(shown: object) => ({ ...shown, edition: day })} kind="quiet">
      {t(`editions.${label}`)}
    </ButtonLink>
  );
}

interface EditionLinksProps {
  document: LegalDocument;
  shown: Edition;
}

function EditionLinks({ document, shown }: EditionLinksProps) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const editions = editionsAsOf(legalEditions[document], moscowDay(new Date()));
  const otherEditions = editions.filter(({ day }) => day !== shown.day);
  if (otherEditions.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={t('editions.label')}>
      {otherEditions.map(({ day, status }) => (
        <TextLink key={day} to="." search={(shown: object) => ({ ...shown, edition: day })}>
          {t(`editions.${status}`, { date: formats.date(day) })}
        </TextLink>
      ))}
    </nav>
  );
}

function MoreLinks({ document }: { document: LegalDocument }) {
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

/** Keeps the language but not the edition, which belongs to one document. */
function keepLanguage({ text }: { text?: string }) {
  return { text };
}
