import { limits } from '@zavet/contract/limits';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type {
  InstructionCounts,
  InstructionPage,
} from '@zavet/contract/vault/instruction-endpoints';
import { useEffect } from 'react';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Pager } from '../../../../ui/pager.tsx';
import { useKnownCursors } from '../instruction-pages.ts';
import { ProtocolActiveNotice } from '../protocol-active-notice.tsx';
import { NewDraftNotice } from '../public/new-draft-notice.tsx';
import { CategoryStrip } from './category-strip.tsx';
import { NoContactsNotice } from './empty-list.tsx';
import { InstructionRows } from './instruction-rows.tsx';
import styles from './list.module.css';
import { ListFigures } from './list-figures.tsx';
import { ListOrder } from './list-filters.tsx';
import { isNarrowed, type ListPlace, listPlaceOf, listSearchOf } from './list-place.ts';
import { ListTools } from './list-tools.tsx';
import { StorageNotice } from './storage-line.tsx';
import { useListPlace } from './use-list-place.ts';

interface InstructionsListProps {
  page: InstructionPage;
  /** Of another place, until the one that is asked for has been read. */
  isOld: boolean;
  counts: InstructionCounts;
  contacts: readonly ContactView[];
}

export function InstructionsList({ page, isOld, counts, contacts }: InstructionsListProps) {
  const { place, filters, choose } = useListPlace();
  const cursors = useKnownCursors(filters);
  const { instructions, total } = page;
  const lastPage = Math.max(1, Math.ceil(total / limits.instructionsOnPage));
  useEffect(() => {
    // What stood on this page has been deleted.
    if (!isOld && place.page > lastPage) choose({ page: lastPage });
  });
  return (
    <>
      <ProtocolActiveNotice contacts={contacts} />
      <StorageNotice />
      <NewDraftNotice />
      {contacts.length === 0 && <NoContactsNotice />}
      <div className={styles.above}>
        <ListTools contacts={contacts} />
        <div className={styles.shelf}>
          <CategoryStrip counts={counts} />
          <ListOrder />
        </div>
        <Found place={place} total={total} isOld={isOld} contacts={contacts} />
      </div>
      {instructions.length > 0 ? (
        <>
          <InstructionRows
            instructions={instructions}
            contacts={contacts}
            page={place.page}
            isOld={isOld}
          />
          <Pager
            to="/instructions"
            searchOf={(number) => listSearchOf({ ...place, page: number, after: cursors[number] })}
            page={place.page}
            pageSize={limits.instructionsOnPage}
            shown={instructions.length}
            total={total}
          />
        </>
      ) : (
        !isOld && <NothingFound />
      )}
      <div className={styles.end}>
        <ListFigures counts={counts} />
        <FurtherWays />
      </div>
    </>
  );
}

interface FoundProps {
  place: ListPlace;
  total: number;
  isOld: boolean;
  contacts: readonly ContactView[];
}

/** How many are left of all, said aloud; and what the chosen person would really receive. */
function Found({ place, total, isOld, contacts }: FoundProps) {
  const { t } = useTranslation('list');
  const formats = useFormats();
  const { choose } = useListPlace();
  const person = contacts.find(({ id }) => id === place.contact);
  const isShown = isNarrowed(place);
  return (
    <div className={styles.found} data-shown={isShown || undefined}>
      <p role="status">
        {isShown && isOld && t('searching')}
        {isShown && !isOld && t('found', { count: total, number: formats.number(total) })}
      </p>
      {isShown && (
        <Button kind="plain" onClick={() => choose({ ...listPlaceOf({}), sort: place.sort })}>
          {t('reset')}
        </Button>
      )}
      {person && (
        <TextLink to="/instructions" search={{ person: person.id }} className={styles.way}>
          {t('person.title', { name: person.name })}
        </TextLink>
      )}
    </div>
  );
}

function NothingFound() {
  const { t } = useTranslation('list');
  return <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>;
}

/** To more room, and to the people. */
function FurtherWays() {
  const { t } = useTranslation('instructions');
  return (
    <div className={styles.ways}>
      <TextLink to="/settings" search={{ tab: 'plan' }} className={styles.way}>
        {t('storage.upgrade')}
      </TextLink>
      <TextLink to="/contact" className={styles.way}>
        {t('toContacts')}
      </TextLink>
    </div>
  );
}
