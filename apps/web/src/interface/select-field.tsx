import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldLook, useFieldParts } from './field-frame.tsx';

type SelectFieldProps = FieldLook &
  ComponentProps<'select'> & { options: { value: string; label: string }[] };

export function SelectField({
  label,
  help,
  error,
  id,
  className,
  options,
  ...rest
}: SelectFieldProps) {
  const look = { label, help, error };
  const parts = useFieldParts(look, id, rest['aria-describedby']);
  return (
    <FieldFrame {...look} id={parts.id} errorText={parts.errorText}>
      <select
        {...rest}
        {...parts.control}
        className={classes(styles.input, styles.select, className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
