import type { RehearsalView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { countFailures, rehearsalFigures } from '@zavet/contract/protocol/rehearsal-values';
import { Badge } from '../../../ui/badge.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './rehearsal.module.css';
import { RehearsalParticipants } from './rehearsal-people.tsx';

/** What came of the last one, person by person. */
export function LastRehearsal({ rehearsal }: { rehearsal: RehearsalView }) {
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

/** Those before it, a line each that unfolds. */
export function EarlierRehearsals({ rehearsals }: { rehearsals: RehearsalView[] }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  const endingOf = useEndingText();
  if (rehearsals.length === 0) return null;
  return (
    <SectionCard title={t('past.title')}>
      <ul className={styles.former}>
        {rehearsals.map((rehearsal) => (
          <li key={rehearsal.id}>
            <details>
              <summary>
                <time dateTime={rehearsal.started_at}>{formats.date(rehearsal.started_at)}</time>{' '}
                <AnswerBadge rehearsal={rehearsal} />
              </summary>
              <div className={styles.formerBody}>
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
