import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useId, useState } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconAdjustments } from '../../../../ui/more-icons.tsx';
import { SearchField, useSearchWords } from '../../../../ui/search-field.tsx';
import { useMedia } from '../../../../ui/use-media.ts';
import { ListFilters, ListOrder } from './list-filters.tsx';
import { filterCount } from './list-place.ts';
import styles from './tools.module.css';
import { useListPlace } from './use-list-place.ts';

interface ListToolsProps {
  contacts: readonly ContactView[];
}

/** Search and filters; where there is no room for all, the filters are behind a button. */
export function ListTools({ contacts }: ListToolsProps) {
  const { t } = useTranslation('list');
  const { place, choose } = useListPlace();
  const search = useSearchWords(place.words, (words) => choose({ words }));
  const isWide = useMedia('(min-width: 60em)');
  return (
    <search className={styles.tools}>
      <SearchField
        label={t('search')}
        placeholder={isWide ? t('searchHint') : t('search')}
        value={search.text}
        onChange={(event) => search.setText(event.currentTarget.value)}
      />
      {isWide ? <ListFilters contacts={contacts} /> : <Folded contacts={contacts} />}
    </search>
  );
}

function Folded({ contacts }: ListToolsProps) {
  const { t } = useTranslation('list');
  const { place } = useListPlace();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = filterCount(place);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        data-selected={count > 0 || undefined}
        aria-label={count > 0 ? t('filters.chosen', { count }) : t('filters.open')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustments size={24} aria-hidden />
      </button>
      <div id={id} className={styles.folded} hidden={!isOpen}>
        {isOpen && (
          <ListFilters contacts={contacts}>
            <ListOrder />
          </ListFilters>
        )}
      </div>
    </>
  );
}
