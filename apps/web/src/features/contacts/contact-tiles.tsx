import { useTranslation } from '../../interface/language/use-translation.ts';
import { type ContactList, countContacts } from './contact-list.ts';
import styles from './contacts.module.css';

export function ContactTiles({ contacts, limit }: ContactList) {
  const { t } = useTranslation('contacts');
  const counts = countContacts(contacts);
  const total =
    limit === 0 ? String(counts.total) : t('tiles.totalOf', { count: counts.total, limit });
  return (
    <dl className={styles.tiles} aria-label={t('tiles.label')}>
      <Tile label={t('tiles.total')} figure={total} />
      <Tile label={t('tiles.confirmed')} figure={String(counts.confirmed)} />
      <Tile label={t('tiles.pending')} figure={String(counts.pending)} />
      {counts.declined > 0 && <Tile label={t('tiles.declined')} figure={String(counts.declined)} />}
    </dl>
  );
}

function Tile({ label, figure }: { label: string; figure: string }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd>{figure}</dd>
    </div>
  );
}
