import type { QueryClient } from '@tanstack/react-query';
import type { Locale } from '@zavet/contract/locales';
import { TextFiles } from '../../../ui/long-text/text-files.ts';
import { prefetchServiceFacts } from '../../identity/legal/public/service-facts.ts';

export interface Faq {
  groups: FaqGroup[];
}

export interface FaqGroup {
  id: string;
  title: string;
  questions: FaqQuestion[];
}

export interface FaqQuestion {
  id: string;
  question: string;
  /** Paragraphs. */
  answer: string[];
}

export const faqTexts = new TextFiles<Faq>(
  '../../../../../../packages/texts/faq/',
  import.meta.glob<Faq>('../../../../../../packages/texts/faq/*.json', { import: 'default' }),
);

/** Called by route loaders, so that the page renders with its questions. */
export async function fetchFaq(client: QueryClient, language: Locale): Promise<void> {
  await Promise.all([faqTexts.fetch(language), prefetchServiceFacts(client, language)]);
}
