import type { ComponentProps } from 'react';
import { Field } from '../../../../ui/field.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'help'>;

export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation('desk');
  return (
    <Field
      {...props}
      label={t('code.label')}
      help={t('code.help')}
      inputMode="numeric"
      autoComplete="one-time-code"
      data-autofocus
    />
  );
}
