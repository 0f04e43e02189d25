import type { ReadinessView } from '@zavet/contract/protocol/dashboard-endpoints';
import { useId } from 'react';
import type { EndpointResult } from '../../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { LetterDrawings } from './drawn-letters.tsx';
import styles from './letters.module.css';
import { NextStep } from './next-step.tsx';

interface LettersCardProps {
  readiness: EndpointResult<'getReadiness'>;
}

/** The owner's instructions as letters: what would arrive today, and what to do next. */
export function LettersCard({ readiness: query }: LettersCardProps) {
  const { t } = useTranslation('dashboard');
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('letters.title')}
      </Heading>
      <Card className={styles.card}>
        {query.data ? (
          <LoadedLetters readiness={query.data} />
        ) : (
          <UnavailableLetters query={query} />
        )}
      </Card>
    </section>
  );
}

function LoadedLetters({ readiness: { letters, findings } }: { readiness: ReadinessView }) {
  const { t } = useTranslation('dashboard');
  const { total, arriving, incomplete } = letters;

  function headline(): string {
    if (total === 0) return t('letters.none');
    if (arriving === total) return t('letters.all');
    if (incomplete > 0) return t('letters.whole', { count: arriving, total });
    return arriving === 0 ? t('letters.nothing') : t('letters.some', { count: arriving, total });
  }

  return (
    <>
      <Heading level={3} size="card">
        {headline()}
      </Heading>
      <LetterDrawings letters={letters} />
      <NextStep findings={findings} />
    </>
  );
}

function UnavailableLetters({ query }: { query: LettersCardProps['readiness'] }) {
  const { t } = useTranslation(['readiness', 'shell']);
  const describe = useErrorText();
  if (!query.isError) return <SkeletonLines lines={4} />;
  return (
    <>
      <p>{t('loadFailed')}</p>
      <p className={styles.quiet}>{describe(query.error)}</p>
      <div>
        <Button kind="quiet" loading={query.isFetching} onClick={() => query.refetch()}>
          {t('shell:failure.retry')}
        </Button>
      </div>
    </>
  );
}
