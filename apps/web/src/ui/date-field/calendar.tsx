import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import iconButton from '../icon-button.module.css';
import { useLanguage, useTranslation } from '../language/use-translation.ts';
import { IconChevronLeft, IconChevronRight } from '../more-icons.tsx';
import listStyles from '../option-list.module.css';
import { Select } from '../select.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './calendar.module.css';
import { dayAfterKey, dayInMonth, weeksOf } from './calendar-rules.ts';

interface CalendarProps {
  chosen: string | undefined;
  years: { from: number; to: number };
  /** Receives the button of the focused day. */
  focused: RefObject<HTMLButtonElement | null>;
  onPick: (day: string) => void;
}

/** A month of days: arrows move, PageUp and PageDown change the month, with Shift the year. */
function Calendar({ chosen, years, focused, onPick }: CalendarProps) {
  const { t } = useTranslation('dates');
  const { language } = useLanguage();
  const titleId = useId();
  const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
  const isInRange = (day: string) =>
    Number(day.slice(0, 4)) >= years.from && Number(day.slice(0, 4)) <= years.to;
  const [day, setDay] = useState(() =>
    initialDayOf(
      [chosen, today, `${years.to}-01-01`].filter((one) => one !== undefined).find(isInRange),
    ),
  );
  const isMovingByKey = useRef(false);
  const [year = 0, month = 1] = day.split('-').map(Number);
  const weeks = weeksOf(day, language);
  const written = (options: Intl.DateTimeFormatOptions, date: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(date));

  // The focused day may belong to a month that was not rendered before.
  useEffect(() => {
    if (isMovingByKey.current) focused.current?.focus();
    isMovingByKey.current = false;
  });

  function moveTo(next: string) {
    if (isInRange(next)) setDay(next);
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAfterKey(day, event.key, { language, shift: event.shiftKey });
    if (!next) return;
    event.preventDefault();
    isMovingByKey.current = true;
    moveTo(next);
  }

  const changeMonth = (by: -1 | 1) => moveTo(dayInMonth(day, year, month + by));
  return (
    <>
      <div className={styles.head}>
        <button
          type="button"
          className={iconButton.button}
          aria-label={t('previous')}
          onClick={() => changeMonth(-1)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </button>
        <Select
          aria-label={t('month')}
          className={styles.month}
          value={String(month)}
          options={monthNames(language).map((label, index) => ({
            value: String(index + 1),
            label,
          }))}
          onChange={({ currentTarget }) =>
            moveTo(dayInMonth(day, year, Number(currentTarget.value)))
          }
        />
        <Select
          aria-label={t('year')}
          value={String(year)}
          options={yearsDescending(years).map((one) => ({
            value: String(one),
            label: String(one),
          }))}
          onChange={({ currentTarget }) =>
            moveTo(dayInMonth(day, Number(currentTarget.value), month))
          }
        />
        <button
          type="button"
          className={iconButton.button}
          aria-label={t('next')}
          onClick={() => changeMonth(1)}
        >
          <IconChevronRight size={20} aria-hidden />
        </button>
      </div>
      <VisuallyHidden>
        <span id={titleId} aria-live="polite">
          {written({ month: 'long', year: 'numeric' }, day)}
        </span>
      </VisuallyHidden>
      <table className={styles.days} aria-labelledby={titleId}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" abbr={written({ weekday: 'long' }, one)}>
                {written({ weekday: 'short' }, one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    ref={one === day ? focused : undefined}
                    type="button"
                    className={styles.day}
                    data-elsewhere={one.slice(0, 7) !== day.slice(0, 7) || undefined}
                    aria-current={one === today ? 'date' : undefined}
                    aria-label={written({ dateStyle: 'full' }, one)}
                    aria-pressed={one === chosen}
                    tabIndex={one === day ? 0 : -1}
                    onKeyDown={onKeyDown}
                    onClick={() => onPick(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function initialDayOf(day = '2000-01-01'): string {
  return day;
}

function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)));
}

/** Latest year first, as the likelier choice. */
function yearsDescending({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => to - index);
}

interface CalendarPopupProps {
  /** The field: the calendar opens below it and is rendered inside it. */
  anchor: RefObject<HTMLDivElement | null>;
  label: string;
  chosen: string | undefined;
  years: { from: number; to: number };
  onPick: (day: string) => void;
  onClose: () => void;
}

export function CalendarPopup({ anchor, label, onClose, ...calendar }: CalendarPopupProps) {
  const firstDay = useRef<HTMLButtonElement>(null);
  const opener = () => anchor.current?.querySelector('button') ?? null;
  return (
    <CSPProvider disableStyleElements>
      <Popover.Root
        open
        onOpenChange={(_, { event }) => {
          // The button that opened the calendar also closes it.
          if (!(event.target instanceof Node && opener()?.contains(event.target))) onClose();
        }}
      >
        {/* Rendered beside its field, because a modal dialog makes everything outside inert. */}
        <Popover.Portal container={anchor}>
          <Popover.Positioner
            anchor={anchor}
            className={styles.positioner}
            positionMethod="fixed"
            align="start"
            sideOffset={8}
          >
            <Popover.Popup
              className={classes(listStyles.list, styles.popup)}
              aria-label={label}
              initialFocus={firstDay}
              finalFocus={opener}
            >
              <Calendar {...calendar} focused={firstDay} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </CSPProvider>
  );
}
