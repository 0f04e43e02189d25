import type { QueryClient } from '@tanstack/react-query';
import { type Day, moscowDay } from '@zavet/contract/days';
import { type LegalDocument, legalEditions } from '@zavet/contract/identity/editions';
import type { Locale } from '@zavet/contract/locales';
import { TextFiles, textLanguageOf } from '../../../ui/long-text/text-files.ts';
import { type Edition, isUnknownEdition, shownEdition } from './edition-rules.ts';
import { fetchFacts } from './public/service-facts.ts';

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

/** Search parameters of a document page. */
export interface DocumentSearch {
  text?: string;
  edition?: string;
}

export interface Choice {
  language: Locale;
  edition: Edition;
  /** The requested edition does not exist. */
  isUnknown: boolean;
}

export function choiceOf(document: LegalDocument, search: DocumentSearch, locale: Locale): Choice {
  return {
    language: textLanguageOf(search.text, locale),
    edition: shownEdition(legalEditions[document], search.edition, moscowDay(new Date())),
    isUnknown: isUnknownEdition(legalEditions[document], search.edition),
  };
}

export function documentFile(document: LegalDocument, edition: Day, language: Locale): string {
  return `${document}/${edition}.${language}`;
}

/** Route loader: loads the document before its page is shown. */
export async function fetchDocument(
  client: QueryClient,
  document: LegalDocument,
  { language, edition }: Choice,
): Promise<void> {
  const file = documentFile(document, edition.day, language);
  await Promise.all([documentTexts.fetch(file), fetchFacts(client, language)]);
}
