import { legalPaths } from '@zavet/contract/identity/editions';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import styles from './pending-documents.module.css';
import type { Pending } from './pending-rules.ts';

/** In a new tab, so that what is typed on the screen below stays. */
export function PendingDocuments({ pending }: { pending: Pending }) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const holds = pending.standing === 'coming' ? 'notice.holdsFrom' : 'notice.holdsSince';
  return (
    <ul className={styles.documents}>
      {pending.documents.map(({ document, edition, holds_from }) => (
        <li key={document}>
          <a href={`${legalPaths[document]}?edition=${edition}`} target="_blank" rel="noopener">
            {t(`documents.${document}`)}
            <VisuallyHidden> {t('notice.newTab')}</VisuallyHidden>
          </a>
          <span className={styles.holds}>{t(holds, { date: formats.date(holds_from) })}</span>
        </li>
      ))}
    </ul>
  );
}
