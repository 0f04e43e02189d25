import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { limits } from '@zavet/contract/limits';
import type { BinPage } from '@zavet/contract/vault/bin-endpoints';
import type { BinnedInstruction } from '@zavet/contract/vault/instruction-schemas';
import { useEffect, useRef, useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton, ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import { IconTrash } from '../../../../ui/more-icons.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { pageOf, pageSearchOf, useLastPageRedirect } from '../list/list-state.ts';
import rows from '../list/rows.module.css';
import sheet from '../sheet.module.css';
import styles from './bin.module.css';

/** Deleted instructions, which can be restored until their last day. */
export function BinScreen() {
  const { t } = useTranslation('list');
  const formats = useFormats();
  const navigate = useNavigate();
  const page = pageOf(useSearch({ strict: false }).page);
  const query = useEndpoint('listBin', { query: { page } }, { placeholderData: keepPreviousData });
  const { data } = query;
  const isEmpty = data?.total === 0;
  useLastPageRedirect(page, query.isPlaceholderData ? undefined : data?.total, (last) => {
    const search = { bin: '1', ...pageSearchOf(last) };
    void navigate({ to: '/instructions', search, replace: true });
  });
  return (
    <Page
      title={t('bin.title')}
      lead={
        data &&
        !isEmpty && (
          <>
            {t('bin.lead')}
            {data.files_mb > 0 && ` ${t('bin.size', { size: formats.megabytes(data.files_mb) })}`}
          </>
        )
      }
      actions={data && !isEmpty && <EmptyBinButton count={data.total} />}
    >
      {/* No page: the number in the URL is a page of the bin, not of the list. */}
      <BackLink search={{}} />
      <Loaded query={query} lines={6} failed={t('bin.loadFailed')}>
        {(bin) =>
          isEmpty ? (
            <EmptyState title={t('bin.empty')}>{t('bin.emptyText')}</EmptyState>
          ) : (
            <BinList bin={bin} page={page} />
          )
        }
      </Loaded>
    </Page>
  );
}

function EmptyBinButton({ count }: { count: number }) {
  const { t } = useTranslation('list');
  const describe = useErrorText();
  const empty = useMutationOf('emptyBin');
  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('bin.clear')}
      title={t('bin.clearTitle')}
      confirmLabel={t('bin.delete')}
      isDangerous
      act={async () => {
        await empty.mutateAsync().catch((failure) => toasts.error(describe(failure)));
      }}
    >
      {t('bin.clearText', { count })}
    </ConfirmButton>
  );
}

function BinList({ bin, page }: { bin: BinPage; page: number }) {
  const { t } = useTranslation('list');
  const list = useRef<HTMLUListElement>(null);
  const [toDelete, setToDelete] = useState<BinnedInstruction>();
  const [openedText, setOpenedText] = useState<BinnedInstruction>();
  const { restore, isRestoring } = useRestore();
  const count = useRef(bin.instructions.length);
  useEffect(() => {
    // The focused button was removed with its row.
    if (bin.instructions.length < count.current && document.activeElement === document.body) {
      list.current?.focus();
    }
    count.current = bin.instructions.length;
  }, [bin.instructions.length]);
  return (
    <>
      <ul ref={list} tabIndex={-1} className={rows.rows} aria-label={t('bin.title')}>
        {bin.instructions.map((instruction) => (
          <BinRow
            key={instruction.id}
            instruction={instruction}
            isBusy={isRestoring(instruction.id)}
            onRead={() => setOpenedText(instruction)}
            onRestore={() => restore(instruction)}
            onDelete={() => setToDelete(instruction)}
          />
        ))}
      </ul>
      {bin.total > limits.instructionsOnPage && (
        <Pager
          to="/instructions"
          searchOf={(number) => ({ bin: '1', ...pageSearchOf(number) })}
          page={page}
          pageSize={limits.instructionsOnPage}
          shown={bin.instructions.length}
          total={bin.total}
        />
      )}
      <PermanentDeletionDialog instruction={toDelete} onClose={() => setToDelete(undefined)} />
      {openedText && (
        <BinnedTextDialog
          instruction={openedText}
          isBusy={isRestoring(openedText.id)}
          onRestore={() => restore(openedText, () => setOpenedText(undefined))}
          onClose={() => setOpenedText(undefined)}
        />
      )}
    </>
  );
}

interface BinRowProps {
  instruction: BinnedInstruction;
  isBusy: boolean;
  onRead: () => void;
  onRestore: () => void;
  onDelete: () => void;
}

function BinRow({ instruction, isBusy, onRead, onRestore, onDelete }: BinRowProps) {
  const { t } = useTranslation(['list', 'instructions']);
  const formats = useFormats();
  const { is_unreadable, files, kept_until } = instruction;
  const title = is_unreadable ? t('instructions:damaged') : instruction.title;
  return (
    <li className={styles.row}>
      <div className={rows.main}>
        <Heading level={2} size="row" className={rows.title}>
          {is_unreadable ? (
            title
          ) : (
            <button type="button" className={styles.open} onClick={onRead}>
              {title}
            </button>
          )}
        </Heading>
        <p className={rows.preview}>{instruction.preview}</p>
        <p className={styles.note}>
          {t('bin.until', { date: formats.day(kept_until) })}
          {files.length > 0 && ` · ${t('instructions:card.files', { count: files.length })}`}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          loading={isBusy}
          aria-label={t('bin.restoreNamed', { title })}
          onClick={onRestore}
        >
          {t('bin.restore')}
        </Button>
        <Menu
          label={t('row.menu', { title })}
          items={[
            {
              label: t('bin.delete'),
              icon: <IconTrash size={22} aria-hidden />,
              tone: 'red',
              onSelect: onDelete,
            },
          ]}
        />
      </div>
    </li>
  );
}

function useRestore() {
  const { t } = useTranslation('list');
  const describe = useErrorText();
  const mutation = useMutationOf('restoreInstructions');
  return {
    isRestoring: (id: string) =>
      mutation.isPending && mutation.variables.body.ids.some((one) => one === id),
    restore: ({ id, title }: BinnedInstruction, onDone?: () => void) =>
      mutation.mutate(
        { body: { ids: [id] } },
        {
          onSuccess: () => {
            toasts.success(t('bin.restored', { title }));
            onDone?.();
          },
          onError: (failure) => toasts.error(describe(failure)),
        },
      ),
  };
}

interface PermanentDeletionDialogProps {
  /** The dialog is open while this is set. */
  instruction: BinnedInstruction | undefined;
  onClose: () => void;
}

function PermanentDeletionDialog({ instruction, onClose }: PermanentDeletionDialogProps) {
  const { t } = useTranslation('list');
  const describe = useErrorText();
  const remove = useMutationOf('deletePermanently');
  return (
    <ConfirmDialog
      isOpen={instruction !== undefined}
      title={t('bin.deleteTitle')}
      confirmLabel={t('bin.delete')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() =>
        instruction &&
        remove.mutate(
          { body: { ids: [instruction.id] } },
          { onError: (failure) => toasts.error(describe(failure)), onSettled: onClose },
        )
      }
      onCancel={onClose}
    >
      {t('bin.deleteText', { title: instruction?.title ?? '' })}
    </ConfirmDialog>
  );
}

interface BinnedTextDialogProps {
  instruction: BinnedInstruction;
  isBusy: boolean;
  onRestore: () => void;
  onClose: () => void;
}

function BinnedTextDialog({ instruction, isBusy, onRestore, onClose }: BinnedTextDialogProps) {
  const { t } = useTranslation(['list', 'shell', 'instructions']);
  const query = useEndpoint('getBinnedInstruction', { params: { id: instruction.id } });
  const names = instruction.files.map(({ file_name }) => file_name).join(', ');
  return (
    <Dialog isOpen width="wide" title={instruction.title} onClose={onClose}>
      <Loaded query={query} lines={6} failed={t('bin.loadFailed')}>
        {({ content }) => (
          <div className={sheet.text} dir="auto">
            {content}
          </div>
        )}
      </Loaded>
      {names && (
        <p className={styles.note}>
          {t('instructions:files.title')}: {names}
        </p>
      )}
      <div className={styles.dialogActions}>
        <Button loading={isBusy} onClick={onRestore}>
          {t('bin.restore')}
        </Button>
        <Button kind="quiet" data-autofocus onClick={onClose}>
          {t('shell:actions.close')}
        </Button>
      </div>
    </Dialog>
  );
}
