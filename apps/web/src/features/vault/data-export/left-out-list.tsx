import type { SkippedItem } from '@zavet/contract/vault/data-export-endpoints';
import { CollapsibleList } from '../../../ui/collapsible-list.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './own-data.module.css';

const shownAtFirst = 5;

/** What of an archive was not brought in, and why. */
export function LeftOutList({ items }: { items: readonly SkippedItem[] }) {
  const { t } = useTranslation('own-data');
  const said = ({ kind, name, reason }: SkippedItem) => {
    const words = { kind: t(`import.kinds.${kind}`), reason: t(`import.reasons.${reason}`) };
    return name === '' ? t('import.itemUnnamed', words) : t('import.item', { ...words, name });
  };
  const numbered = items.map((item, place) => ({ item, place }));
  return (
    <>
      <p>{t('import.leftOut')}</p>
      <CollapsibleList
        items={numbered}
        shownAtFirst={shownAtFirst}
        className={styles.leftOut}
        more={t('import.more')}
        less={t('import.less')}
      >
        {({ item, place }) => <li key={place}>{said(item)}</li>}
      </CollapsibleList>
    </>
  );
}
