import { Link } from '@tanstack/react-router';
import type {
  ReadinessFinding,
  ReadinessLetter,
  ReadinessView,
} from '@zavet/contract/protocol/dashboard-endpoints';
import { useId } from 'react';
import type { EndpointResult } from '../../../platform/queries/use-endpoint.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './letters-card.module.css';
import { filterByGravity, fixLinkOf, isAboutService } from './readiness/readiness-rules.ts';
import { useFindingTexts } from './readiness/use-finding-texts.ts';

interface LettersCardProps {
  readiness: EndpointResult<'getReadiness'>;
}

/** The owner's instructions as letters that would arrive today, and the next step. */
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

/** Draws letters that would arrive complete today as sealed, and all others as dashed. */
function LetterDrawings({ letters }: Pick<ReadinessView, 'letters'>) {
  const { t } = useTranslation(['dashboard', 'readiness']);
  const { total, shown } = letters;
  if (total === 0) return <Envelope kind="empty" />;
  const rest = total - shown.length;
  return (
    <ul className={styles.letters} aria-label={t('letters.list')}>
      {shown.filter(({ state }) => state === 'arrives').map(renderLetter)}
      {rest > 0 && (
        <li>
          <Link to="/instructions" className={styles.letter}>
            <Envelope kind="pile" />
            <span className={styles.name}>{t('readiness:more', { count: rest })}</span>
          </Link>
        </li>
      )}
      {shown.filter(({ state }) => state !== 'arrives').map(renderLetter)}
    </ul>
  );
}

function renderLetter(letter: ReadinessLetter) {
  return <Letter key={letter.id} letter={letter} />;
}

function Letter({ letter: { id, title, state } }: { letter: ReadinessLetter }) {
  const { t } = useTranslation(['dashboard', 'readiness']);
  return (
    <li>
      <Link
        to="/instructions"
        // A letter without a readable title cannot be opened.
        search={title ? { edit: id } : {}}
        className={styles.letter}
        data-arrives={state === 'arrives'}
      >
        <Envelope kind={state === 'arrives' ? 'sealed' : 'empty'} />
        <span className={styles.name}>{title || t('readiness:damaged')}</span>
        <VisuallyHidden>{t(`letters.${state}`)}</VisuallyHidden>
      </Link>
    </li>
  );
}

/** The most severe finding the owner can fix, with a link to the others. */
function NextStep({ findings }: { findings: readonly ReadinessFinding[] }) {
  const { t } = useTranslation(['dashboard', 'readiness']);
  const textsOf = useFindingTexts();
  const mostSevere = findings.find((finding) => !isAboutService(finding));
  const fix = mostSevere && fixLinkOf(mostSevere);
  if (!mostSevere || !fix) {
    return (
      <div className={styles.next}>
        {filterByGravity(findings, 'blocking').length === 0 && (
          <p className={styles.nextText}>{t('letters.ready')}</p>
        )}
        <ButtonLink to="/instructions" search={{ new: '1' }}>
          {t('letters.write')}
        </ButtonLink>
      </div>
    );
  }
  const { title, text, action } = textsOf(mostSevere);
  return (
    <div className={styles.next}>
      <div className={styles.nextText}>
        <p className={styles.nextTitle}>{title}</p>
        <p className={styles.quiet}>{text}</p>
        <TextLink to="/readiness" className={styles.allLink}>
          {t('readiness:open')}
        </TextLink>
      </div>
      <ButtonLink {...fix}>{action}</ButtonLink>
    </div>
  );
}
