import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldLook, useFieldParts } from './field-frame.tsx';

type FieldProps = FieldLook & ComponentProps<'input'>;

export function Field({ label, help, error, id, className, ...rest }: FieldProps) {
  const look = { label, help, error };
  const parts = useFieldParts(look, id, rest['aria-describedby']);
  return (
    <FieldFrame {...look} id={parts.id} errorText={parts.errorText}>
      <input {...rest} {...parts.control} className={classes(styles.input, className)} />
    </FieldFrame>
  );
}
