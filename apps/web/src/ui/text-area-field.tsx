import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldLook, useFieldParts } from './field.tsx';

type TextAreaFieldProps = FieldLook & ComponentProps<'textarea'>;

/** A field for several lines. */
export function TextAreaField({ label, help, error, id, className, ...rest }: TextAreaFieldProps) {
  const look = { label, help, error };
  const parts = useFieldParts(look, id, rest['aria-describedby']);
  return (
    <FieldFrame {...look} id={parts.id} errorText={parts.errorText}>
      <textarea
        {...rest}
        {...parts.control}
        className={classes(styles.input, styles.textArea, className)}
      />
    </FieldFrame>
  );
}
