import { useEffect, useId, useRef, useState } from 'react';
import { useFieldErrorText } from '../../../interface/error-text.ts';
import fieldStyles from '../../../interface/field.module.css';
import { useLanguage } from '../../../interface/language/use-language.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Select } from '../../../interface/select.tsx';
import styles from '../cards/cards.module.css';
import { type DateParts, isoDateOf, monthNames } from './date-parts.ts';

interface DateOfBirthFieldProps {
  error: string | undefined;
  /** `YYYY-MM-DD`, empty where nothing is typed; what is half typed is no date and fails the check. */
  onChange: (date: string) => void;
}

/** Day, month and year apart: a date known by heart is typed faster than found in a calendar. */
export function DateOfBirthField({ error, onChange }: DateOfBirthFieldProps) {
  const { t } = useTranslation('settings');
  const { language } = useLanguage();
  const errorText = useFieldErrorText()(error);
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const [parts, setParts] = useState<DateParts>({ day: '', month: '', year: '' });
  useEffect(() => first.current?.focus(), []);

  function part(name: keyof DateParts) {
    return {
      id: `${id}-${name}`,
      value: parts[name],
      className: fieldStyles.input,
      autoComplete: `bday-${name}`,
      'aria-invalid': errorText ? true : undefined,
      'aria-describedby': `${id}-help ${id}-error`,
      onChange: (event: { currentTarget: { value: string } }) => {
        const next = { ...parts, [name]: event.currentTarget.value };
        setParts(next);
        onChange(isoDateOf(next));
      },
    };
  }

  const months = [
    { value: '', label: t('basic.monthUnset') },
    ...monthNames(language).map((label, index) => ({ value: String(index + 1), label })),
  ];
  return (
    <fieldset className={styles.dateField}>
      <legend className={fieldStyles.label}>{t('basic.date_of_birth')}</legend>
      <div className={styles.dateParts}>
        <label htmlFor={`${id}-day`}>{t('basic.day')}</label>
        <label htmlFor={`${id}-month`}>{t('basic.month')}</label>
        <label htmlFor={`${id}-year`}>{t('basic.year')}</label>
        <input {...part('day')} ref={first} inputMode="numeric" maxLength={2} />
        <Select {...part('month')} options={months} />
        <input {...part('year')} inputMode="numeric" maxLength={4} />
      </div>
      <p id={`${id}-error`} className={fieldStyles.error}>
        {errorText}
      </p>
      <p id={`${id}-help`} className={fieldStyles.help}>
        {t('birthDate.help')}
      </p>
    </fieldset>
  );
}
