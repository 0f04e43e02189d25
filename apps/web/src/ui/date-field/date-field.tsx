import { type ComponentProps, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import fieldStyles from '../field.module.css';
import { FieldFrame, type FieldTexts, useFieldAttributes } from '../field.tsx';
import iconButton from '../icon-button.module.css';
import { useLanguage, useTranslation } from '../language/use-translation.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { IconCalendar } from '../more-icons.tsx';
import { formatDate, formatDateTime, parseDate, parseDateTime } from './date-text.ts';

const CalendarPopup = lazyComponent(async () => (await import('./calendar.tsx')).CalendarPopup);

type DateFieldProps = FieldTexts &
  Pick<ComponentProps<'input'>, 'name' | 'autoComplete' | 'ref'> & {
    /** `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:MM`; empty if nothing is typed. */
    value: string;
    /**
     * Receives an event like that of a text field. Incomplete input is passed on as typed and fails
     * the check.
     */
    onChange: (event: { currentTarget: { value: string } }) => void;
    hasTime?: boolean;
    /** Range of years in the calendar. */
    years: { from: number; to: number };
  };

/** A date, typed in the format of the language or picked in a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, help, error, value, onChange, hasTime = false, years, ...rest } = props;
  const { t } = useTranslation('dates');
  const { language } = useLanguage();
  const look = { label, help, error };
  const parts = useFieldAttributes(look);
  const frame = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const read = hasTime ? parseDateTime : parseDate;
  const write = hasTime ? formatDateTime : formatDate;
  const written = (date: string) => (read(date, language) ? write(date, language) : date);
  const [typed, setTyped] = useState(() => written(value));
  const reported = read(typed, language) ?? typed.trim();
  // The value was changed by the parent, for example by a reset of the form.
  if (reported !== value) setTyped(written(value));

  function report(text: string) {
    setTyped(text);
    onChange({ currentTarget: { value: read(text, language) ?? text.trim() } });
  }

  function pick(day: string) {
    const time = value.split('T')[1] ?? '00:00';
    report(hasTime ? formatDateTime(`${day}T${time}`, language) : formatDate(day, language));
    setOpen(false);
  }

  return (
    <FieldFrame {...look} id={parts.id} errorText={parts.errorText}>
      <div ref={frame} className={fieldStyles.withToggle}>
        <input
          {...rest}
          {...parts.control}
          className={fieldStyles.input}
          value={typed}
          placeholder={t(hasTime ? 'orderWithTime' : 'order')}
          autoComplete={rest.autoComplete ?? 'off'}
          onChange={(event) => report(event.currentTarget.value)}
          onBlur={() => setTyped(written(value))}
        />
        <button
          type="button"
          className={classes(iconButton.button, fieldStyles.toggle)}
          aria-label={t('open')}
          aria-describedby={parts.labelId}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={22} aria-hidden />
        </button>
        {isOpen && (
          <CalendarPopup
            anchor={frame}
            label={label}
            chosen={read(value, language)?.slice(0, 10)}
            years={years}
            onPick={pick}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
    </FieldFrame>
  );
}
