import { useMemo, useState } from 'react';
import { useSession } from '../../../../platform/session/session.ts';
import { privateStorage } from '../../../../platform/storage/private-storage.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import type { InstructionValues } from '../instruction-rules.ts';
import { type Draft, Drafts } from './drafts.ts';
import styles from './form.module.css';

interface DraftNoticeProps {
  draft: Draft;
  openedVersion: number | null;
  onDiscard: () => void;
}

/** Reports that the form was restored from a draft. */
export function DraftNotice({ draft, openedVersion, onDiscard }: DraftNoticeProps) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const isOlder = draft.version !== openedVersion;
  return (
    <Notice
      title={t('draft.restoredTitle')}
      actions={<DiscardButton kind="quiet" onDiscard={onDiscard} />}
    >
      <p>{t('draft.restoredText', { date: formats.dateTime(draft.kept_at) })}</p>
      {draft.file_names.length > 0 && (
        <p>{t('draft.filesLost', { names: draft.file_names.join(', ') })}</p>
      )}
      {isOlder && <p>{t('draft.older')}</p>}
    </Notice>
  );
}

interface DraftStatusProps {
  hasRoom: boolean;
  /** Undefined if the notice above the form already offers to discard the draft. */
  onDiscard: (() => void) | undefined;
}

export function DraftStatus({ hasRoom, onDiscard }: DraftStatusProps) {
  const { t } = useTranslation('instructions');
  if (!hasRoom) return <Notice kind="warning">{t('draft.noRoom')}</Notice>;
  return (
    <div className={styles.draft}>
      <p className={styles.quiet}>{t('draft.kept')}</p>
      {onDiscard && <DiscardButton kind="plain" onDiscard={onDiscard} />}
    </div>
  );
}

interface DiscardButtonProps {
  kind: 'quiet' | 'plain';
  onDiscard: () => void;
}

function DiscardButton({ kind, onDiscard }: DiscardButtonProps) {
  const { t } = useTranslation('instructions');
  return (
    <ConfirmButton
      kind={kind}
      label={t('draft.discard')}
      title={t('draft.discardTitle')}
      confirmLabel={t('draft.discardConfirm')}
      cancelLabel={t('draft.discardCancel')}
      isDangerous
      act={onDiscard}
    >
      {t('draft.discardText')}
    </ConfirmButton>
  );
}

interface UnsavedTextNoticeProps {
  title: string;
  values: InstructionValues;
  onDismiss: () => void;
}

/** Shows unsaved text that no open form contains any more; it can be copied or dismissed. */
export function UnsavedTextNotice({ title, values, onDismiss }: UnsavedTextNoticeProps) {
  const { t } = useTranslation('instructions');
  const [isDismissed, setDismissed] = useState(false);
  const text = `${values.title}\n\n${values.content}`.trim();
  if (isDismissed) return null;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toasts.success(t('ownText.copied'));
    } catch {
      toasts.error(t('ownText.copyFailed'));
    }
  }

  return (
    <Notice
      kind="warning"
      title={title}
      actions={
        <>
          <Button kind="quiet" onClick={() => void copy()}>
            {t('ownText.copy')}
          </Button>
          <Button
            kind="plain"
            onClick={() => {
              onDismiss();
              setDismissed(true);
            }}
          >
            {t('ownText.dismiss')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section className={styles.ownText} aria-label={title} tabIndex={0}>
        {text}
      </section>
    </Notice>
  );
}

/** Offers to continue an unsaved new instruction. */
export function NewDraftNotice() {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const { drafts } = useDrafts();
  const [draft] = useState(() => drafts.find('new'));
  if (!draft) return null;
  return (
    <Notice
      title={t('draft.newTitle')}
      actions={
        <ButtonLink to="/instructions" search={{ new: '1' }} kind="quiet">
          {t('draft.continue')}
        </ButtonLink>
      }
    >
      {t('draft.newText', {
        title: draft.values.title.trim() || t('draft.untitled'),
        date: formats.dateTime(draft.kept_at),
      })}
    </Notice>
  );
}

export function useDrafts() {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.session.user.id : '';
  const drafts = useMemo(() => new Drafts(privateStorage, userId), [userId]);
  return { drafts, userId };
}
