import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './desk.module.css';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

/** Below a list: fetches its next page, where there is one. */
export function MorePages({ pages }: { pages: Pages }) {
  const { t } = useTranslation('desk');
  const describe = useErrorText();
  if (!pages.hasNextPage) return null;
  return (
    <>
      {pages.isFetchNextPageError && (
        <Notice kind="error" announced title={t('pages.failed')}>
          {describe(pages.error)}
        </Notice>
      )}
      <div>
        <Button
          kind="quiet"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('pages.more')}
        </Button>
      </div>
    </>
  );
}

/** In place of the buttons, where an operator may not act on this owner. */
export function InvolvedNotice() {
  const { t } = useTranslation('refusals');
  return <Notice kind="warning">{t('operator_involved')}</Notice>;
}

/** The moment behind a time of this computer; empty where none was typed. */
export function isoTimeOf(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

interface PersonProps {
  person: { name: string | null; email: string };
  /** How the name is drawn, where it leads somewhere. */
  name?: (name: string) => ReactNode;
}

/** A name with the address below it, or the address alone. */
export function Person({ person, name = (text) => text }: PersonProps) {
  return (
    <div className={styles.person}>
      <div>{name(person.name ?? person.email)}</div>
      {person.name && <div className={styles.quiet}>{person.email}</div>}
    </div>
  );
}
