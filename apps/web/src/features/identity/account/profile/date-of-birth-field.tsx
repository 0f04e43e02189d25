import { useEffect, useRef } from 'react';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface DateOfBirthFieldProps {
  value: string;
  error: string | undefined;
  /** `YYYY-MM-DD`, empty where nothing is typed; what is half typed is no date and fails the check. */
  onChange: (date: string) => void;
}

/** Opened by the owner, so it takes the focus. */
export function DateOfBirthField({ value, error, onChange }: DateOfBirthFieldProps) {
  const { t } = useTranslation('settings');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <DateField
      ref={input}
      label={t('basic.date_of_birth')}
      help={t('birthDate.help')}
      error={error}
      value={value}
      years={{ from: 1900, to: new Date().getFullYear() }}
      autoComplete="bday"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
