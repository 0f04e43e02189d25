import { IconFileText, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import { useRef, useState } from 'react';
import { ButtonLink } from '../../../interface/button.tsx';
import { EmptyState } from '../../../interface/empty-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { Tabs } from '../../../interface/tabs.tsx';
import styles from '../instructions.module.css';
import { DeleteInstructionDialog } from './delete-instruction-dialog.tsx';
import { InstructionCard } from './instruction-card.tsx';
import {
  type CategoryFilter,
  categoryFilterOf,
  categoryFilters,
  countByCategory,
  inCategory,
} from './instruction-filter.ts';
import { InstructionTiles } from './instruction-tiles.tsx';
import { NewDraftNotice } from './new-draft-notice.tsx';

interface InstructionsListProps {
  instructions: InstructionSummary[];
  contacts: ContactView[];
}

export function InstructionsList({ instructions, contacts }: InstructionsListProps) {
  const { filter, chooseFilter } = useCategoryFilter();
  const { t } = useTranslation('instructions');
  const hasContacts = contacts.length > 0;
  if (instructions.length === 0) {
    return (
      <>
        {hasContacts && <NewDraftNotice />}
        {hasContacts ? <NothingYet /> : <NobodyYet />}
      </>
    );
  }
  const counts = countByCategory(instructions);
  return (
    <>
      {!hasContacts && <NoContactsNotice />}
      {hasContacts && <NewDraftNotice />}
      <InstructionTiles instructions={instructions} />
      <Tabs
        label={t('filter')}
        value={filter}
        tabs={categoryFilters.map((value) => ({
          value,
          label: t(`categories.${value}`),
          count: counts[value],
        }))}
        onChange={chooseFilter}
      >
        <Cards instructions={inCategory(instructions, filter)} contacts={contacts} />
      </Tabs>
    </>
  );
}

function Cards({ instructions, contacts }: InstructionsListProps) {
  const { t } = useTranslation('instructions');
  const [leaving, setLeaving] = useState<InstructionSummary>();
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      {instructions.length === 0 ? (
        <p className={styles.nothing}>{t('emptyCategory')}</p>
      ) : (
        <ul className={styles.cards} aria-label={t('list')}>
          {instructions.map((instruction) => (
            <li key={instruction.id}>
              <InstructionCard
                instruction={instruction}
                contacts={contacts}
                onDelete={() => setLeaving(instruction)}
              />
            </li>
          ))}
        </ul>
      )}
      <DeleteInstructionDialog
        instruction={leaving}
        onClose={() => setLeaving(undefined)}
        // The button that had the focus goes with its card.
        onDeleted={() => requestAnimationFrame(() => list.current?.focus())}
      />
    </div>
  );
}

function NothingYet() {
  const { t } = useTranslation('instructions');
  return (
    <EmptyState
      icon={<IconFileText size={28} />}
      title={t('empty.title')}
      actions={
        <ButtonLink to="/instructions" search={{ new: '1' }} kind="quiet">
          {t('empty.action')}
        </ButtonLink>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}

function NobodyYet() {
  const { t } = useTranslation('instructions');
  return (
    <EmptyState
      icon={<IconUsers size={28} />}
      title={t('noContacts.title')}
      actions={<ButtonLink to="/contact">{t('noContacts.action')}</ButtonLink>}
    >
      {t('noContacts.text')}
    </EmptyState>
  );
}

function NoContactsNotice() {
  const { t } = useTranslation('instructions');
  return (
    <Notice
      kind="warning"
      title={t('noContacts.title')}
      actions={<ButtonLink to="/contact">{t('noContacts.action')}</ButtonLink>}
    >
      {t('noContacts.text')}
    </Notice>
  );
}

/** Kept in the address, so that the way back from a form leads to the same tab. */
function useCategoryFilter() {
  const { category } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    filter: categoryFilterOf(category),
    chooseFilter: (next: CategoryFilter) =>
      void navigate({
        to: '/instructions',
        search: next === 'all' ? {} : { category: next },
        replace: true,
        resetScroll: false,
      }),
  };
}
