import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { WithheldContactState } from '@zavet/contract/protocol/protocol-values';
import { useId } from 'react';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../legacies.module.css';
import { useActivation } from '../legacy-queries.ts';

const tones: Record<WithheldContactState, Tone> = {
  asked: 'gold',
  declined: 'plain',
  no_answer: 'plain',
  not_reached: 'red',
};

interface WithheldContactsProps {
  legacy: LegacyView;
  activationId: string;
}

/** Whose letters are kept until they agree, for the one who activated and may know them. */
export function WithheldContacts({ legacy, activationId }: WithheldContactsProps) {
  const { t } = useTranslation('legacies');
  const headingId = useId();
  const people = useActivation(legacy, activationId).data?.left_out ?? [];
  if (people.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <Heading level={3} id={headingId}>
        {t('leftOut.title')}
      </Heading>
      <p className={styles.quiet}>{t('leftOut.text')}</p>
      <ul className={styles.rows}>
        {people.map(({ contact_id: id, name, letters, state }) => (
          <li className={styles.unreached} key={id}>
            <div className={styles.head}>
              <strong>{name}</strong>
              <Badge tone={tones[state]}>{t(`leftOut.badge.${state}`)}</Badge>
            </div>
            <p className={styles.quiet}>{t(`leftOut.${state}`)}</p>
            <p className={styles.quiet}>{t('lettersFor', { count: letters })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
