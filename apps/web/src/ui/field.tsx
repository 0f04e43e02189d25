import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { useFieldErrorText } from './error-text.ts';
import styles from './field.module.css';

type FieldProps = FieldTexts & ComponentProps<'input'>;

export function Field({ label, help, error, id, className, ...rest }: FieldProps) {
  const texts = { label, help, error };
  const parts = useFieldAttributes(texts, id, rest['aria-describedby']);
  return (
    <FieldFrame {...texts} id={parts.id} errorText={parts.errorText}>
      <input {...rest} {...parts.control} className={classes(styles.input, className)} />
    </FieldFrame>
  );
}

export interface FieldTexts {
  label: string;
  /** A sentence below the field. */
  help?: string;
  /** A field error code of the contract, or a sentence. */
  error?: string;
}

/** Ids and ARIA attributes that connect a control with its label, help and error. */
export function useFieldAttributes(
  { help, error }: FieldTexts,
  givenId?: string,
  describedBy?: string,
) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const text = useFieldErrorText()(error);
  const described = [text && `${id}-error`, help && `${id}-help`, describedBy]
    .filter(Boolean)
    .join(' ');
  return {
    id,
    labelId: labelIdOf(id),
    errorText: text,
    control: {
      id,
      'aria-invalid': text ? true : undefined,
      'aria-describedby': described || undefined,
    },
  };
}

interface FieldFrameProps extends FieldTexts {
  id: string;
  errorText: string | undefined;
  children: ReactNode;
}

/** A column: label, control, error, help. */
export function FieldFrame({ id, label, help, errorText, children }: FieldFrameProps) {
  return (
    <div className={styles.frame}>
      <label id={labelIdOf(id)} htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {errorText && (
        <p id={`${id}-error`} className={styles.error}>
          {errorText}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  );
}

function labelIdOf(id: string): string {
  return `${id}-label`;
}

type TextAreaFieldProps = FieldTexts & ComponentProps<'textarea'>;

/** A field for several lines. */
export function TextAreaField({ label, help, error, id, className, ...rest }: TextAreaFieldProps) {
  const texts = { label, help, error };
  const parts = useFieldAttributes(texts, id, rest['aria-describedby']);
  return (
    <FieldFrame {...texts} id={parts.id} errorText={parts.errorText}>
      <textarea
        {...rest}
        {...parts.control}
        className={classes(styles.input, styles.textArea, className)}
      />
    </FieldFrame>
  );
}
