import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useRequest } from '../legacy-queries.ts';
import styles from './request.module.css';

/** What the operator wrote to the contact beside the decision. */
export function OperatorNote({ id }: { id: string }) {
  const { t } = useTranslation('requests');
  const note = useRequest(id).data?.request.note;
  if (!note) return null;
  return (
    <div>
      <p>{t('note')}</p>
      <blockquote className={styles.note}>{note}</blockquote>
    </div>
  );
}
