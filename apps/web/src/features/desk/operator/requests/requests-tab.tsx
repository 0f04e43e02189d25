import { keepPreviousData } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReviewList, reviewLists } from '@zavet/contract/desk/desk-values';
import { useState } from 'react';
import type { OutputOf } from '../../../../platform/client/api.ts';
import { useEndpoint, useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SearchField, useSearchWords } from '../../../../ui/search-field.tsx';
import { Tab, TabStrip } from '../../../../ui/tab-strip.tsx';
import styles from '../desk.module.css';
import { MorePages } from '../desk-parts.tsx';
import { DoubtsCard } from './doubts-card.tsx';
import { NextRequestButton } from './next-request-button.tsx';
import { ReviewDetail } from './review-detail.tsx';
import { reviewListOf } from './review-rules.ts';
import { ReviewTable } from './review-table.tsx';

export function RequestsTab() {
  const { t } = useTranslation('desk-requests');
  const { id, state } = useSearch({ strict: false });
  const list = reviewListOf(state);
  // Kept in state while a request is open, not in the URL: a searched name is personal data.
  const [words, setWords] = useState('');
  if (id) return <ReviewDetail key={id} id={id} list={list} />;
  return (
    <>
      <DoubtsCard />
      <SectionCard title={t('title')} badge={<NextRequestButton />}>
        <ListTabs list={list} />
        <Search words={words} onSearch={setWords} />
        {words ? <FoundReviews list={list} words={words} /> : <Reviews key={list} list={list} />}
      </SectionCard>
    </>
  );
}

function ListTabs({ list }: { list: ReviewList }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const counts = useEndpoint('countReviews', {}, { staleTime: 0 }).data;
  return (
    <TabStrip label={t('states.label')}>
      {reviewLists.map((one) => (
        <Tab
          key={one}
          to="/operator/requests"
          search={{ state: one }}
          replace
          isSmall
          current={one === list && 'true'}
        >
          <span>{t(`states.${one}`)}</span>
          {counts && one !== 'decided' && <span>{formats.number(counts[one])}</span>}
        </Tab>
      ))}
    </TabStrip>
  );
}

interface SearchProps {
  words: string;
  onSearch: (words: string) => void;
}

function Search({ words, onSearch }: SearchProps) {
  const { t } = useTranslation('desk-requests');
  const { text, setText } = useSearchWords(words, onSearch);
  return (
    <div className={styles.filter}>
      <SearchField
        label={t('search.label')}
        placeholder={t('search.label')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}

function Reviews({ list }: { list: ReviewList }) {
  const { t } = useTranslation('desk-requests');
  const pages = useEndpointPages('listReviews', { query: { state: list } });
  return (
    <Loaded query={pages}>
      {(data) => {
        const rows = data.pages.flatMap(({ reviews }) => reviews);
        if (rows.length === 0) return <p>{t('empty')}</p>;
        return (
          <>
            <ReviewTable list={list} rows={rows} />
            <MorePages pages={pages} />
          </>
        );
      }}
    </Loaded>
  );
}

function FoundReviews({ list, words }: { list: ReviewList; words: string }) {
  const query = useEndpoint(
    'searchReviews',
    { body: { state: list, words } },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  return <Loaded query={query}>{(found) => <SearchResults list={list} found={found} />}</Loaded>;
}

interface SearchResultsProps {
  list: ReviewList;
  found: OutputOf<'searchReviews'>;
}

function SearchResults({ list, found: { reviews, has_more } }: SearchResultsProps) {
  const { t } = useTranslation('desk-requests');
  return (
    <>
      <p role="status" className={styles.quiet}>
        {reviews.length === 0
          ? t('search.none')
          : t(has_more ? 'search.first' : 'search.found', { count: reviews.length })}
      </p>
      {reviews.length > 0 && <ReviewTable list={list} rows={reviews} />}
    </>
  );
}
