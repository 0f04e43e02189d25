import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './desk.module.css';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

/** The button below a list that loads the next page. */
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

/** Shown instead of the actions if the operator is the owner or one of the owner's contacts. */
export function InvolvedNotice() {
  const { t } = useTranslation('refusals');
  return <Notice kind="warning">{t('operator_involved')}</Notice>;
}

/** Converts a local time to ISO 8601; an empty or invalid input gives an empty string. */
export function isoTimeOf(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

interface SubmitRowProps extends Pick<ComponentProps<typeof Button>, 'kind' | 'children'> {
  form: { failure: unknown; isBusy: boolean };
  failureTitle: string;
}

/** The submit button of a form, below the message for a failed submit. */
export function SubmitRow({ form, failureTitle, ...button }: SubmitRowProps) {
  return (
    <>
      <FormFailure failure={form.failure} title={failureTitle} />
      <div>
        <Button {...button} type="submit" loading={form.isBusy} />
      </div>
    </>
  );
}

interface PersonProps {
  person: { name: string | null; email: string };
  /** Wraps the name, for example in a link. */
  name?: (name: string) => ReactNode;
}

export function Person({ person, name = (text) => text }: PersonProps) {
  return (
    <div className={styles.person}>
      <div>{name(person.name ?? person.email)}</div>
      {person.name && <div className={styles.quiet}>{person.email}</div>}
    </div>
  );
}
