import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useId } from 'react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { Initials } from '../../../../ui/initials.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import spine from '../../../../ui/stitched-spine.module.css';
import { useLapsingPlans } from '../legacy-queries.ts';
import { expectedActionOf, isUrgent, nameOf } from '../legacy-stage.ts';
import styles from './legacy-summaries.module.css';

/** Owners who named the user as a contact, with the expected action. */
export function LegacySummaries({ legacies }: { legacies: readonly LegacyView[] }) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('trusting.title', { owner: formats.list(legacies.map(nameOf)) })}
      </Heading>
      <ul className={styles.people}>
        {legacies.map((legacy) => (
          <li key={legacy.trusted_contact_id}>
            <LegacySummary legacy={legacy} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LegacySummary({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const name = nameOf(legacy);
  const lapsing = useLapsingPlans().data?.plans.find(
    ({ trusted_contact_id }) => trusted_contact_id === legacy.trusted_contact_id,
  );
  const expected = expectedActionOf(legacy, lapsing !== undefined);
  const { activation, agreed_at } = legacy;
  const day = activation?.doubt?.decided_by ?? activation?.release_at;
  const action = t(`trusting.${expected}.action`);
  return (
    <Card className={classes(spine.stitched, styles.person)} data-urgent={isUrgent(expected)}>
      <Initials name={name} tone="gold" size="large" />
      <div className={styles.details}>
        <Heading level={3} size="card">
          {name}
        </Heading>
        <p className={styles.quiet}>
          {agreed_at ? t('trusting.since', { date: formats.day(agreed_at) }) : t('trusting.agreed')}
        </p>
      </div>
      <p className={styles.expected}>
        {t(`trusting.${expected}.text`, {
          who: activation?.contact_name ?? t('trusting.someone'),
          date: day ? formats.deadline(day) : '',
          day: lapsing ? formats.date(lapsing.files_removed_on) : '',
        })}
      </p>
      <ButtonLink
        to="/trusted-legacies"
        kind="quiet"
        className={styles.action}
        aria-label={t('trusting.actionFor', { action, name })}
      >
        {action}
      </ButtonLink>
    </Card>
  );
}
