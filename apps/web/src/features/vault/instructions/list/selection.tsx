import { limits } from '@zavet/contract/limits';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useDrafts } from '../form/draft-notices.tsx';
import { PeopleChips } from '../form/people-chips.tsx';
import { deliveryStageOf } from '../instruction-rules.ts';
import styles from './selection.module.css';

/** The selected instructions of all pages, up to the limit of one request. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  return {
    isOn: ids !== undefined,
    ids: ids ?? new Set<string>(),
    isFull: (ids?.size ?? 0) >= limits.instructionsAtOnce,
    start: (id: string) => setIds(new Set([id])),
    stop: () => setIds(undefined),
    toggle: (id: string) =>
      setIds((current) => {
        const next = new Set(current);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    add: (more: readonly string[]) =>
      setIds(
        (current) => new Set([...(current ?? []), ...more].slice(0, limits.instructionsAtOnce)),
      ),
  };
}

export type Selection = ReturnType<typeof useSelection>;

interface SelectionBarProps {
  selection: Selection;
  shown: readonly InstructionSummary[];
  contacts: readonly ContactView[];
}

/** Actions on all selected instructions, at the bottom of the window. */
export function SelectionBar({ selection, shown, contacts }: SelectionBarProps) {
  const { t } = useTranslation(['list', 'instructions', 'shell']);
  const [dialog, setDialog] = useState<'contacts' | 'deletion'>();
  if (!selection.isOn) return null;
  const count = selection.ids.size;
  const open = shown.filter((one) => !one.is_unreadable && deliveryStageOf(one) === 'open');
  const isPageSelected = open.every(({ id }) => selection.ids.has(id));
  const closeDialog = () => setDialog(undefined);
  const finish = () => {
    closeDialog();
    selection.stop();
  };
  return (
    <section className={styles.bar} aria-label={t('selection.start')}>
      <p role="status" className={styles.count}>
        {t('selection.count', { count })}
      </p>
      {!isPageSelected && !selection.isFull && (
        <Button kind="plain" onClick={() => selection.add(open.map(({ id }) => id))}>
          {t('selection.page')}
        </Button>
      )}
      <div className={styles.actions}>
        <Button
          kind="quiet"
          disabled={count === 0 || contacts.length === 0}
          onClick={() => setDialog('contacts')}
        >
          {t('selection.contacts')}
        </Button>
        <Button kind="quietDanger" disabled={count === 0} onClick={() => setDialog('deletion')}>
          {t('instructions:card.delete')}
        </Button>
      </div>
      <Button kind="plain" className={styles.stop} onClick={selection.stop}>
        {t('shell:actions.cancel')}
      </Button>
      {dialog === 'contacts' && (
        <ReaddressDialog
          ids={[...selection.ids]}
          contacts={contacts}
          onClose={closeDialog}
          onDone={finish}
        />
      )}
      {dialog === 'deletion' && (
        <DeletionDialog ids={[...selection.ids]} onClose={closeDialog} onDone={finish} />
      )}
    </section>
  );
}

interface BatchDialogProps {
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

interface ReaddressDialogProps extends BatchDialogProps {
  contacts: readonly ContactView[];
}

function ReaddressDialog({ ids, contacts, onClose, onDone }: ReaddressDialogProps) {
  const { t } = useTranslation(['list', 'shell']);
  const describe = useErrorText();
  const [contactIds, setContactIds] = useState<string[]>([]);
  const readdress = useMutationOf('readdressInstructions');

  function save() {
    readdress.mutate(
      { body: { ids, trusted_contact_ids: contactIds } },
      {
        onSuccess: () => {
          toasts.success(t('selection.readdressed'));
          onDone();
        },
        onError: (failure) => toasts.error(describe(failure)),
      },
    );
  }

  return (
    <Dialog isOpen title={t('selection.contactsTitle', { count: ids.length })} onClose={onClose}>
      <p>{t('selection.contactsText')}</p>
      <PeopleChips contacts={contacts} values={contactIds} takesFocus onChange={setContactIds} />
      <div className={styles.dialogActions}>
        <Button disabled={contactIds.length === 0} loading={readdress.isPending} onClick={save}>
          {t('shell:actions.save')}
        </Button>
        <Button kind="quiet" disabled={readdress.isPending} onClick={onClose}>
          {t('shell:actions.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

function DeletionDialog({ ids, onClose, onDone }: BatchDialogProps) {
  const { t } = useTranslation(['list', 'instructions']);
  const describe = useErrorText();
  const { drafts } = useDrafts();
  const remove = useMutationOf('deleteInstructions');

  function confirm() {
    remove.mutate(
      { body: { ids } },
      {
        onSuccess: ({ count }) => {
          for (const id of ids) drafts.removeAll(id);
          toasts.success(t('selection.deleted', { count }));
          onDone();
        },
        onError: (failure) => {
          toasts.error(t('instructions:deletion.failed', { reason: describe(failure) }));
          onClose();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen
      title={t('selection.deletionTitle', { count: ids.length })}
      confirmLabel={t('instructions:deletion.confirm')}
      cancelLabel={t('instructions:deletion.cancel')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('instructions:deletion.many')}
    </ConfirmDialog>
  );
}
