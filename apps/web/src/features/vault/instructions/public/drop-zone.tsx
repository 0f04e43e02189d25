import { fileTypes } from '@zavet/contract/vault/file-rules';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconUpload } from '../../../../ui/more-icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../files/files.module.css';
import type { RefusedFile } from './file-choice.ts';

export const acceptedFileTypes = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(',');

interface DropZoneProps {
  /** Explains which files are accepted. */
  rules: string;
  isBusy?: boolean;
  onChoose: (files: File[]) => void;
}

/** Chooses files by button or by dropping them. */
export function DropZone({ rules, isBusy, onChoose }: DropZoneProps) {
  const { t } = useTranslation('instructions');
  const input = useRef<HTMLInputElement>(null);
  const rulesId = useId();
  const [isDraggedOver, setDraggedOver] = useState(false);
  usePreventStrayDrops();

  function choose(list: FileList | null) {
    const files = [...(list ?? [])];
    if (files.length > 0) onChoose(files);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setDraggedOver(false);
    choose(event.dataTransfer.files);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button inside does the same
    <div
      className={styles.drop}
      data-over={isDraggedOver || undefined}
      onDragOver={() => setDraggedOver(true)}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      <Button
        kind="quiet"
        icon={<IconUpload size={20} aria-hidden />}
        loading={isBusy}
        aria-describedby={rulesId}
        onClick={() => input.current?.click()}
      >
        {t('files.choose')}
      </Button>
      <p className={styles.dropHint}>{t('files.drop')}</p>
      <p id={rulesId} className={styles.quiet}>
        {rules}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFileTypes}
        aria-label={t('files.choose')}
        onChange={(event) => {
          choose(event.currentTarget.files);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Prevents the browser from navigating to a file dropped outside the drop zone. */
function usePreventStrayDrops(): void {
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault();
    addEventListener('dragover', prevent);
    addEventListener('drop', prevent);
    return () => {
      removeEventListener('dragover', prevent);
      removeEventListener('drop', prevent);
    };
  }, []);
}

export function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  const { t } = useTranslation('instructions');
  if (refused.length === 0) return null;
  return (
    <Notice kind="error" announced title={t('files.refused', { count: refused.length })}>
      <ul className={styles.problems}>
        {refused.map(({ file_name: name, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may have been refused twice
          <li key={index}>
            <strong>{t('files.problemOf', { name })}</strong> {t(`files.problems.${problem}`)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
