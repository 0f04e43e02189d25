import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
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
  const [isWarning, setWarning] = useState(false);

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
          <Button kind="quiet" aria-label={t('birthDate.edit')} onClick={() => setWarning(true)}>
            {t('shell:actions.edit')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isWarning}
        title={t('birthDate.warningTitle')}
        confirmLabel={t('birthDate.proceed')}
        onConfirm={() => {
          setWarning(false);
          setOpen(true);
        }}
        onCancel={() => setWarning(false)}
      >
        {t('birthDate.warning')}
      </ConfirmDialog>
    </>
  );
}
