import type { ComponentProps } from 'react';
import { FieldFrame, type FieldLook, useFieldParts } from './field-frame.tsx';
import { Select } from './select.tsx';

type SelectFieldProps = FieldLook & ComponentProps<typeof Select>;

export function SelectField({ label, help, error, id, ...rest }: SelectFieldProps) {
  const look = { label, help, error };
  const parts = useFieldParts(look, id, rest['aria-describedby']);
  return (
    <FieldFrame {...look} id={parts.id} errorText={parts.errorText}>
      <Select {...rest} {...parts.control} />
    </FieldFrame>
  );
}
