import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Skeleton } from '../../../../ui/loading.tsx';
import { DeleteInstructionDialog } from '../delete-instruction.tsx';
import { InstructionRow } from './instruction-row.tsx';
import styles from './rows.module.css';
import type { Selection } from './selection.tsx';

interface InstructionRowsProps {
  instructions: readonly InstructionSummary[];
  contacts: readonly ContactView[];
  page: number;
  /** True while another page is loading. */
  isStale: boolean;
  selection: Selection;
}

export function InstructionRows(props: InstructionRowsProps) {
  const { instructions, contacts, page, isStale, selection } = props;
  const { t } = useTranslation('instructions');
  const [instructionToDelete, setInstructionToDelete] = useState<InstructionSummary>();
  const list = useRef<HTMLDivElement>(null);
  useScrollToNewPage(list, page, isStale);
  const wasSelecting = useRef(false);
  useEffect(() => {
    // The focused button ended the selection.
    if (wasSelecting.current && document.activeElement === document.body) list.current?.focus();
    wasSelecting.current = selection.isOn;
  }, [selection.isOn]);
  return (
    <div ref={list} tabIndex={-1} className={styles.list} aria-busy={isStale || undefined}>
      <ul className={styles.rows} aria-label={t('list')}>
        {instructions.map((instruction) => (
          <InstructionRow
            key={instruction.id}
            instruction={instruction}
            contacts={contacts}
            selection={selection}
            onDelete={() => setInstructionToDelete(instruction)}
          />
        ))}
      </ul>
      <DeleteInstructionDialog
        instruction={instructionToDelete}
        onClose={() => setInstructionToDelete(undefined)}
        // The focused button was removed with its row.
        onDeleted={() => requestAnimationFrame(() => list.current?.focus())}
      />
    </div>
  );
}

/** Scrolls to the top of a new page and moves the focus there. */
function useScrollToNewPage(
  list: React.RefObject<HTMLElement | null>,
  page: number,
  isStale: boolean,
): void {
  const shownPage = useRef(page);
  useEffect(() => {
    if (isStale || shownPage.current === page) return;
    shownPage.current = page;
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView({ block: 'start' });
  }, [list, page, isStale]);
}

export function SkeletonRows({ count }: { count: number }) {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')} className={styles.rows}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className={styles.row}>
          <div className={styles.main}>
            <Skeleton width="min(16rem, 70%)" height="24px" />
            <Skeleton width="min(26rem, 100%)" height="16px" />
          </div>
          <div className={styles.people}>
            <Skeleton width="120px" height="32px" />
          </div>
          <div className={styles.note}>
            <Skeleton width="72px" height="16px" />
          </div>
        </div>
      ))}
    </div>
  );
}
