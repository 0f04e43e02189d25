import type { ComponentProps } from 'react';
import { Field } from '../../../../ui/field.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

/** Asks for a code of the owner's app; phones offer their number keys. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, 'label' | 'help'>) {
  const { t } = useTranslation('factors');
  return (
    <Field
      {...props}
      label={t('codes.field')}
      help={t('codes.help')}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
    />
  );
}
