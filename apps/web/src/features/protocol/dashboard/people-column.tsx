import type { DashboardView, ReadinessPerson } from '@zavet/contract/protocol/dashboard-endpoints';
import { storageColor } from '@zavet/contract/vault/file-rules';
import { useId } from 'react';
import { Heading } from '../../../ui/heading.tsx';
import { Initials } from '../../../ui/initials.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Meter } from '../../../ui/meter.tsx';
import styles from './dashboard.module.css';

interface PeopleColumnProps {
  dashboard: DashboardView;
  people: readonly ReadinessPerson[];
}

/** The column beside the letters: contacts, and the storage usage when it is nearly full. */
export function PeopleColumn({ dashboard, people }: PeopleColumnProps) {
  const { t } = useTranslation('dashboard');
  const headingId = useId();
  return (
    <section className={styles.side} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('contacts.title')}
      </Heading>
      {dashboard.trusted_contacts.total === 0 && (
        <p className={styles.quiet}>{t('contacts.none')}</p>
      )}
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      )}
      <StorageUsage storage={dashboard.storage} />
    </section>
  );
}

function Person({ person: { name, relationship, status } }: { person: ReadinessPerson }) {
  const { t } = useTranslation('dashboard');
  const isConfirmed = status === 'confirmed' || status === 'activated';
  const state = t(`contacts.states.${status}`);
  return (
    <li className={styles.person}>
      <Initials name={name} tone={isConfirmed ? 'green' : 'gold'} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>
          {relationship ? t('contacts.relation', { relationship, state }) : state}
        </p>
      </div>
    </li>
  );
}

function StorageUsage({ storage }: Pick<DashboardView, 'storage'>) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const color = storageColor(storage.percent_used);
  if (color === 'green') return null;
  const text = t('instructions.storage', {
    used: formats.megabytes(storage.used_mb),
    limit: formats.storage(storage.limit_mb),
  });
  return (
    <div className={styles.storage}>
      <p>
        <span>{t('instructions.storageLabel')}</span>
        <span className={styles.quiet}>{text}</span>
      </p>
      <Meter
        label={t('instructions.storageLabel')}
        valueText={text}
        percent={storage.percent_used}
        color={color}
      />
    </div>
  );
}
