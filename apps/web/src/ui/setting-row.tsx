import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Badge, type Tone } from './badge.tsx';
import { Button } from './button.tsx';
import { Heading } from './heading.tsx';
import { useTranslation } from './language/use-translation.ts';
import styles from './setting-row.module.css';
import type { useEditMode } from './use-edit-mode.ts';

interface SettingRowProps {
  name: string;
  /** The current value, in a few words. */
  value: ReactNode;
  /** Marks the value as good, or as needing an action of the owner. */
  tone?: Tone | undefined;
  /** Shown below the line, also while the form is closed. */
  note?: ReactNode;
  mode: ReturnType<typeof useEditMode>;
  /** The form, rendered while it is open. Its first field gets the focus. */
  children: ReactNode;
}

/** One setting in a line, with a form that opens below it. Use it inside `SettingRows`. */
export function SettingRow({ name, value, tone, note, mode, children }: SettingRowProps) {
  const { t } = useTranslation('shell');
  const nameId = useId();
  return (
    <section className={styles.row} aria-labelledby={nameId}>
      <div className={styles.line}>
        <Heading level={3} id={nameId} ref={mode.heading} tabIndex={-1} className={styles.name}>
          {name}
        </Heading>
        <div className={styles.value}>{tone ? <Badge tone={tone}>{value}</Badge> : value}</div>
        {!mode.isEditing && (
          <Button
            kind="plain"
            className={styles.edit}
            ref={mode.opener}
            aria-label={`${t('actions.edit')}: ${name}`}
            onClick={mode.open}
          >
            {t('actions.edit')}
          </Button>
        )}
      </div>
      {note}
      {mode.isEditing && <OpenForm>{children}</OpenForm>}
    </section>
  );
}

function OpenForm({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = form.current?.querySelector<HTMLElement>('input:checked');
    const first = form.current?.querySelector<HTMLElement>('input:not([hidden]), select, button');
    if (!form.current?.contains(document.activeElement)) (chosen ?? first)?.focus();
  }, []);
  return (
    <div ref={form} className={styles.form}>
      {children}
    </div>
  );
}

export function SettingRows({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>;
}
