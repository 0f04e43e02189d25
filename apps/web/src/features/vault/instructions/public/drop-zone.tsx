import { fileTypes } from '@zavet/contract/vault/file-rules';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconUpload } from '../../../../ui/more-icons.tsx';
import styles from '../files/files.module.css';

const accepted = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(',');

interface DropZoneProps {
  /** What may be chosen, and what becomes of it. */
  rules: string;
  isBusy?: boolean;
  onChoose: (files: File[]) => void;
}

/** Chooses files by button or by dropping them. */
export function DropZone({ rules, isBusy, onChoose }: DropZoneProps) {
  const { t } = useTranslation('instructions');
  const input = useRef<HTMLInputElement>(null);
  const rulesId = useId();
  const [isOver, setOver] = useState(false);
  useNoStrayDrops();

  function choose(list: FileList | null) {
    const given = [...(list ?? [])];
    if (given.length > 0) onChoose(given);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
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
        accept={accepted}
        aria-label={t('files.choose')}
        onChange={(event) => {
          choose(event.currentTarget.files);
          // Else the same file could not be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** A file dropped beside the field would open in place of the page, and the form would be gone. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault();
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}
