import type { QueryClient } from '@tanstack/react-query';
import { type Day, moscowDay } from '@zavet/contract/days';
import { type LegalDocument, legalEditions } from '@zavet/contract/identity/editions';
import type { Locale } from '@zavet/contract/locales';
import { TextFiles, textLanguageOf } from '../../../ui/long-text/text-files.ts';
import { type Edition, isUnknownEdition, selectEdition } from './edition-rules.ts';
import { fetchServiceFacts } from './public/service-facts.ts';

export interface DocumentText {
  title: string;
  lead: string[];
  sections: DocumentSection[];
}

export interface DocumentSection {
  id: string;
  heading: string;
  clauses: { text: string; items?: string[] }[];
}

export const documentTexts = new TextFiles<DocumentText>(
  '../../../../../../packages/texts/documents/',
  import.meta.glob<DocumentText>('../../../../../../packages/texts/documents/*/*.json', {
    import: 'default',
  }),
);

export interface DocumentSearch {
  text?: string;
  edition?: string;
}

export interface DocumentChoice {
  language: Locale;
  edition: Edition;
  /** The requested edition does not exist. */
  isUnknown: boolean;
}

export function choiceOf(
  document: LegalDocument,
  search: DocumentSearch,
  locale: Locale,
): DocumentChoice {
  return {
    language: textLanguageOf(search.text, locale),
    edition: selectEdition(legalEditions[document], search.edition, moscowDay(new Date())),
    isUnknown: isUnknownEdition(legalEditions[document], search.edition),
  };
}

export function documentFileName(document: LegalDocument, edition: Day, language: Locale): string {
  return `${document}/${edition}.${language}`;
}

/** Route loader: loads the document before its page is shown. */
export async function fetchDocument(
  client: QueryClient,
  document: LegalDocument,
  { language, edition }: DocumentChoice,
): Promise<void> {
  const file = documentFileName(document, edition.day, language);
  await Promise.all([documentTexts.fetch(file), fetchServiceFacts(client, language)]);
}
