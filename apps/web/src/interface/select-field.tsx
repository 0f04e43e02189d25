import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useFieldErrorText } from './error-text.ts';
import { type FieldLook, fieldClasses, fieldOrder } from './field.tsx';

type SelectFieldProps = FieldLook &
  Omit<ComponentProps<'select'>, 'size'> & { options: { value: string; label: string }[] };

export function SelectField({ help, error, options, ...rest }: SelectFieldProps) {
  const errorText = useFieldErrorText();
  return (
    <NativeSelect
      {...rest}
      data={options}
      description={help}
      error={errorText(error)}
      inputWrapperOrder={fieldOrder}
      classNames={fieldClasses}
    />
  );
}
