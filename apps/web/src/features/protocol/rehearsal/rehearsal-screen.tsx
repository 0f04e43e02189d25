import type { RehearsalsView, RehearsalView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { countFailures, rehearsalFigures } from '@zavet/contract/protocol/rehearsal-values';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink, TextLink } from '../../../ui/button.tsx';
import { Card, SectionCard } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { IconArrowLeft } from '../../../ui/more-icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
import { PlanCard } from './plan-card.tsx';
import styles from './rehearsal.module.css';
import { RehearsalParticipants } from './rehearsal-participants.tsx';

/** Polling interval while a rehearsal is running. */
const pollIntervalMs = 15_000;

/** The plan for a rehearsal, the current one and the earlier ones. */
export function RehearsalScreen() {
  const { t } = useTranslation('rehearsal');
  return (
    <Page title={t('title')} lead={t('lead')} width="text">
      <TextLink to="/readiness" className={styles.back}>
        <IconArrowLeft size={20} aria-hidden />
        {t('back')}
      </TextLink>
      <Rehearsals />
    </Page>
  );
}

function Rehearsals() {
  const { t } = useTranslation('rehearsal');
  const query = useEndpoint(
    'getRehearsals',
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.rehearsals.some(({ ended_at }) => ended_at === null) ? pollIntervalMs : false,
    },
  );
  if (query.data) return <RehearsalCards view={query.data} />;
  if (query.isError) {
    return (
      <ErrorState
        title={t('loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Card>
      <SkeletonLines lines={6} />
    </Card>
  );
}

function RehearsalCards({ view: { plan, rehearsals } }: { view: RehearsalsView }) {
  const running = rehearsals.find(({ ended_at }) => ended_at === null);
  const [latest, ...earlier] = rehearsals.filter((rehearsal) => rehearsal !== running);
  return (
    <>
      {running && <RunningRehearsal rehearsal={running} />}
      {latest && <LatestRehearsal rehearsal={latest} />}
      {!running && <NextRehearsal plan={plan} isRerun={latest !== undefined} />}
      <EarlierRehearsals rehearsals={earlier} />
    </>
  );
}

function NextRehearsal({ plan, isRerun }: Pick<RehearsalsView, 'plan'> & { isRerun: boolean }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  if (plan.obstacle === 'protocol_running') return <Notice>{t('protocolRunning')}</Notice>;
  if (plan.obstacle === 'rehearsal_too_soon' && plan.next_start_at) {
    return <p>{t('plan.tooSoon', { date: formats.dateTime(plan.next_start_at) })}</p>;
  }
  if (plan.obstacle !== 'no_confirmed_contact') return <PlanCard plan={plan} isRerun={isRerun} />;
  return (
    <EmptyState
      drawing={<KeyWithTag />}
      title={t('none.title')}
      actions={<ButtonLink to="/contact">{t('none.action')}</ButtonLink>}
    >
      {t('none.text')}
    </EmptyState>
  );
}

/** The current rehearsal, with a button to end it early. */
function RunningRehearsal({ rehearsal }: { rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  const report = useOutcomeToast();
  const end = useMutationOf('endRehearsal');
  const { answered, contacts } = rehearsalFigures(rehearsal.parts);

  return (
    <SectionCard
      title={t('running.title')}
      lead={t('running.since', {
        date: formats.date(rehearsal.started_at),
        until: formats.date(rehearsal.ends_at),
      })}
      badge={<Badge tone="gold">{t('running.answered', { answered, total: contacts })}</Badge>}
    >
      <RehearsalParticipants rehearsal={rehearsal} />
      <div>
        <ConfirmButton
          label={t('running.end')}
          title={t('running.endTitle')}
          confirmLabel={t('running.endConfirm')}
          act={() =>
            report(end.mutateAsync(), { done: t('running.ended'), failed: t('running.endFailed') })
          }
        >
          <p>{t('running.endText')}</p>
        </ConfirmButton>
      </div>
    </SectionCard>
  );
}

function LatestRehearsal({ rehearsal }: { rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  return (
    <SectionCard
      title={t('last.title')}
      lead={useEndingText()(rehearsal)}
      badge={<AnswerBadge rehearsal={rehearsal} />}
    >
      <RehearsalParticipants rehearsal={rehearsal} />
    </SectionCard>
  );
}

function EarlierRehearsals({ rehearsals }: { rehearsals: RehearsalView[] }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  const endingOf = useEndingText();
  if (rehearsals.length === 0) return null;
  return (
    <SectionCard title={t('past.title')}>
      <ul className={styles.earlier}>
        {rehearsals.map((rehearsal) => (
          <li key={rehearsal.id}>
            <details>
              <summary>
                <time dateTime={rehearsal.started_at}>{formats.date(rehearsal.started_at)}</time>{' '}
                <AnswerBadge rehearsal={rehearsal} />
              </summary>
              <div className={styles.earlierBody}>
                <p className={styles.note}>{endingOf(rehearsal)}</p>
                <RehearsalParticipants rehearsal={rehearsal} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

function AnswerBadge({ rehearsal }: { rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  const figures = rehearsalFigures(rehearsal.parts);
  const { answered, contacts } = figures;
  return (
    <Badge tone={countFailures(figures, false) === 0 ? 'green' : 'gold'}>
      {t('last.answered', { answered, total: contacts })}
    </Badge>
  );
}

function useEndingText(): (rehearsal: RehearsalView) => string {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  return ({ started_at, ended_at, ended_by }) => {
    if (!ended_at || !ended_by) return '';
    const days = { from: formats.day(started_at), date: formats.day(ended_at) };
    return t(`last.endings.${ended_by}`, days);
  };
}
