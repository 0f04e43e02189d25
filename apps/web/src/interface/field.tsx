import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useFieldErrorText } from './error-text.ts';
import styles from './field.module.css';

export interface FieldLook {
  label: string;
  /** A sentence below the field. */
  help?: string;
  /** A field error code of the contract; shown in words. */
  error?: string;
}

type FieldProps = FieldLook & Omit<ComponentProps<'input'>, 'size'>;

export function Field({ help, error, ...rest }: FieldProps) {
  const errorText = useFieldErrorText();
  return (
    <TextInput
      {...rest}
      description={help}
      error={errorText(error)}
      inputWrapperOrder={fieldOrder}
      classNames={fieldClasses}
    />
  );
}

export const fieldOrder: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

export const fieldClasses = {
  root: styles.root,
  label: styles.label,
  description: styles.description,
  wrapper: styles.wrapper,
  input: styles.input,
  error: styles.error,
};
