import type { ComponentProps } from 'react';
import { FieldFrame, type FieldLook, useFieldParts } from './field-frame.tsx';
import { Select } from './select.tsx';

type SelectFieldProps = FieldLook &
  ComponentProps<typeof Select> & {
    /** What to do where nothing is chosen yet: «choose a category» rather than «fill this in». */
    missing?: string;
  };

export function SelectField({ label, help, error, missing, id, ...rest }: SelectFieldProps) {
  // What is not a code is already a sentence.
  const look = { label, help, error: error === 'required' ? (missing ?? error) : error };
  const parts = useFieldParts(look, id, rest['aria-describedby']);
  return (
    <FieldFrame {...look} id={parts.id} errorText={parts.errorText}>
      <Select {...rest} {...parts.control} />
    </FieldFrame>
  );
}
