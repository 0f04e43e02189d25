import type { OwnAuditEntry } from '@zavet/contract/identity/audit-endpoints';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { LoadMore } from '../../../../ui/loaded.tsx';
import styles from './own-audit.module.css';

/** Actions of operators and contacts on the owner's account, and every decision about a release. */
export function OwnAuditCard() {
  const { t } = useTranslation('audit');
  const query = useEndpointPages('listOwnAudit', {});
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <SectionCard title={t('title')} lead={t('lead')}>
      {entries && entries.length === 0 && <p>{t('none')}</p>}
      {entries && entries.length > 0 && (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <LoadMore query={query} lines={3} failureTitle={t('loadFailed')} moreLabel={t('more')} />
    </SectionCard>
  );
}

function Entry({ entry: { at, actor, act } }: { entry: OwnAuditEntry }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  return (
    <li>
      <p className={styles.act}>{t(`acts.${act}`)}</p>
      <p className={styles.details}>
        <time dateTime={at}>{formats.dateTime(at)}</time> · {t(`actors.${actor}`)}
      </p>
    </li>
  );
}
