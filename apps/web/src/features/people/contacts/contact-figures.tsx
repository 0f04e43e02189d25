import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './contact-figures.module.css';
import { type ContactList, countContacts } from './contact-list.ts';

export function ContactFigures({ contacts, limit }: ContactList) {
  const { t } = useTranslation('contacts');
  const counts = countContacts(contacts);
  const total =
    limit === 0 ? String(counts.total) : t('tiles.totalOf', { count: counts.total, limit });
  const figures = [
    { name: t('tiles.total'), value: total },
    { name: t('tiles.confirmed'), value: String(counts.confirmed) },
    { name: t('tiles.pending'), value: String(counts.pending) },
  ];
  if (counts.uninvited > 0) {
    figures.push({ name: t('tiles.uninvited'), value: String(counts.uninvited) });
  }
  if (counts.declined > 0) {
    figures.push({ name: t('tiles.declined'), value: String(counts.declined) });
  }
  return (
    <dl className={styles.row} aria-label={t('tiles.label')}>
      {figures.map(({ name, value }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
