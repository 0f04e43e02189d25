import { limits } from '@zavet/contract/limits';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type {
  InstructionCounts,
  InstructionPage,
} from '@zavet/contract/vault/instruction-endpoints';
import { instructionPriorities } from '@zavet/contract/vault/instruction-values';
import { useEffect } from 'react';
import { Button, ButtonLink, TextLink } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { ProtocolActiveNotice } from '../instruction-contacts.tsx';
import { useKnownCursors } from '../instruction-queries.ts';
import { NewDraftNotice } from '../public/new-draft-notice.tsx';
import { InstructionRows } from './instruction-rows.tsx';
import styles from './list.module.css';
import {
  isNarrowed,
  type ListPlace,
  listPlaceOf,
  listSearchOf,
  useListPlace,
} from './list-place.ts';
import { CategoryStrip, ListOrder, ListTools } from './list-tools.tsx';
import { StorageNotice } from './storage-line.tsx';

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

function NoContactsNotice() {
  const { t } = useTranslation('instructions');
  return (
    <Notice
      kind="warning"
      title={t('noContacts.title')}
      actions={
        <ButtonLink to="/contact" kind="quiet">
          {t('noContacts.action')}
        </ButtonLink>
      }
    >
      {t('noContacts.text')}
    </Notice>
  );
}

/** How many there are, in all and by priority. */
function ListFigures({ counts }: { counts: InstructionCounts }) {
  const { t } = useTranslation('instructions');
  return (
    <dl className={styles.figures} aria-label={t('tiles.label')}>
      <Figure label={t('tiles.total')} figure={counts.total} />
      {instructionPriorities.map((priority) => (
        <Figure key={priority} label={t(`tiles.${priority}`)} figure={counts.priority[priority]} />
      ))}
    </dl>
  );
}

function Figure({ label, figure }: { label: string; figure: number }) {
  const formats = useFormats();
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{formats.number(figure)}</dd>
    </div>
  );
}
