import { useSearch } from '@tanstack/react-router';
import type { LegalDocument } from '@zavet/contract/identity/editions';
import { useDeferredValue } from 'react';
import { useFormats } from '../../../ui/language/formats.ts';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { useTextFile } from '../../../ui/long-text/text-files.ts';
import { TextLayout, TextTools } from '../../../ui/long-text/text-layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { DocumentBody } from './document-body.tsx';
import { choiceOf, documentFile, documentTexts } from './document-texts.ts';
import { EditionLinks } from './edition-links.tsx';
import { EditionNotice } from './edition-notice.tsx';
import styles from './legal.module.css';
import { MoreLinks } from './more-links.tsx';
import { useFill } from './public/service-facts.ts';

/** One of the documents a person accepts, in the edition and language that the address asks for. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const locale = useLanguage().language;
  const choice = choiceOf(document, useSearch({ strict: false }), locale);
  // While the text of a newly chosen language comes, the former one stays.
  const language = useDeferredValue(choice.language);
  const { day, standing } = choice.edition;
  const text = useTextFile(documentTexts, documentFile(document, day, language));
  const fill = useFill(language, day);
  const entries = text.sections.map(({ id, heading }) => ({ id, title: fill(heading) }));
  return (
    <Page
      title={fill(text.title)}
      titleLanguage={language}
      lead={t(`standing.${standing}`, { date: formats.date(day) })}
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
