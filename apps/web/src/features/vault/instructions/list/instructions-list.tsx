import { limits } from '@zavet/contract/limits';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type {
  InstructionCounts,
  InstructionPage,
} from '@zavet/contract/vault/instruction-endpoints';
import { instructionPriorities } from '@zavet/contract/vault/instruction-values';
import { Button, ButtonLink, TextLink } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { NewDraftNotice } from '../form/draft-notices.tsx';
import { ProtocolActiveNotice } from '../instruction-contacts.tsx';
import { InstructionRows } from './instruction-rows.tsx';
import styles from './list.module.css';
import {
  countFilters,
  isNarrowed,
  type ListState,
  listSearchOf,
  listStateOf,
  useLastPageRedirect,
  useListState,
} from './list-state.ts';
import { CategoryStrip, ListOrder, ListTools } from './list-tools.tsx';
import { SelectionBar, useSelection } from './selection.tsx';
import { StorageNotice } from './storage-line.tsx';

/** A shorter list has no search, filters and sort order. */
const toolsThreshold = 10;

interface InstructionsListProps {
  page: InstructionPage;
  /** True while the page of the previous filters is shown until the new page is loaded. */
  isStale: boolean;
  counts: InstructionCounts;
  contacts: readonly ContactView[];
}

export function InstructionsList({ page, isStale, counts, contacts }: InstructionsListProps) {
  const { listState, update } = useListState();
  const selection = useSelection();
  const { instructions, total } = page;
  // A short list needs no filters, but a filter from a link must be removable.
  const hasTools =
    counts.total >= toolsThreshold || listState.searchText !== '' || countFilters(listState) > 0;
  useLastPageRedirect(listState.page, isStale ? undefined : total, (last) =>
    update({ page: last }),
  );
  return (
    <>
      <ProtocolActiveNotice contacts={contacts} />
      <StorageNotice />
      <NewDraftNotice />
      {contacts.length === 0 && <NoContactsNotice />}
      <div className={styles.above}>
        {hasTools && <ListTools contacts={contacts} />}
        <div className={styles.shelf}>
          <CategoryStrip counts={counts} />
          {hasTools && <ListOrder />}
        </div>
        <SearchResult listState={listState} total={total} isStale={isStale} contacts={contacts} />
      </div>
      {instructions.length > 0 ? (
        <>
          <InstructionRows
            instructions={instructions}
            contacts={contacts}
            page={listState.page}
            isStale={isStale}
            selection={selection}
          />
          {total > limits.instructionsOnPage && (
            <Pager
              to="/instructions"
              searchOf={(number) => listSearchOf({ ...listState, page: number })}
              page={listState.page}
              pageSize={limits.instructionsOnPage}
              shown={instructions.length}
              total={total}
            />
          )}
        </>
      ) : (
        !isStale && <NoResults />
      )}
      <div className={styles.end}>
        <ListFigures counts={counts} />
        <RelatedLinks />
      </div>
      <SelectionBar selection={selection} shown={instructions} contacts={contacts} />
    </>
  );
}

interface SearchResultProps {
  listState: ListState;
  total: number;
  isStale: boolean;
  contacts: readonly ContactView[];
}

/** Announces the number of results, with a reset button and a link to the preview for a contact. */
function SearchResult({ listState, total, isStale, contacts }: SearchResultProps) {
  const { t } = useTranslation('list');
  const formats = useFormats();
  const { update } = useListState();
  const person = contacts.find(({ id }) => id === listState.contact);
  const isShown = isNarrowed(listState);
  return (
    <div className={styles.found} data-shown={isShown || undefined}>
      <p role="status">
        {isShown && isStale && t('searching')}
        {isShown && !isStale && t('found', { count: total, number: formats.number(total) })}
      </p>
      {isShown && (
        <Button kind="plain" onClick={() => update({ ...listStateOf({}), sort: listState.sort })}>
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

function NoResults() {
  const { t } = useTranslation('list');
  return <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>;
}

function RelatedLinks() {
  const { t } = useTranslation('instructions');
  return (
    <div className={styles.ways}>
      <BinLink />
      <TextLink to="/settings" search={{ tab: 'plan' }} className={styles.way}>
        {t('storage.upgrade')}
      </TextLink>
      <TextLink to="/contact" className={styles.way}>
        {t('toContacts')}
      </TextLink>
    </div>
  );
}

export function BinLink() {
  const { t } = useTranslation('list');
  return (
    <TextLink to="/instructions" search={{ bin: '1' }} className={styles.way}>
      {t('bin.title')}
    </TextLink>
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
