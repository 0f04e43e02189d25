import { useState } from 'react';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Fact, Facts } from '../cards/facts.tsx';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { useCalendarDate } from './use-calendar-date.ts';

interface DateOfBirthPartProps {
  stored: string | null;
  value: string;
  error: string | undefined;
  onChange: (date: string) => void;
}

/** Locked once stored; before that it opens only after a warning. */
export function DateOfBirthPart({ stored, value, error, onChange }: DateOfBirthPartProps) {
  const { t } = useTranslation(['settings', 'shell']);
  const calendarDate = useCalendarDate();
  const [isOpen, setOpen] = useState(false);

  if (stored === null && isOpen)
    return <DateOfBirthField value={value} error={error} onChange={onChange} />;
  return (
    <>
      <Facts>
        <Fact
          name={t('basic.date_of_birth')}
          unset={t('birthDate.optional')}
          isLocked={stored !== null}
        >
          {calendarDate(stored)}
        </Fact>
      </Facts>
      {stored === null && (
        <div>
          <ConfirmButton
            label={t('shell:actions.edit')}
            aria-label={t('birthDate.edit')}
            title={t('birthDate.warningTitle')}
            confirmLabel={t('birthDate.proceed')}
            act={() => setOpen(true)}
          >
            {t('birthDate.warning')}
          </ConfirmButton>
        </div>
      )}
    </>
  );
}
