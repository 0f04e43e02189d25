import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import { type RefObject, useRef } from 'react';
import { classes } from '../classes.ts';
import listStyles from '../option-list.module.css';
import styles from './calendar.module.css';
import { Calendar } from './calendar.tsx';

interface CalendarPopupProps {
  /** The field below which it opens, and beside which it stands in the page. */
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
          // Its own button closes it already.
          if (!(event.target instanceof Node && opener()?.contains(event.target))) onClose();
        }}
      >
        {/* Beside its field: a modal dialog makes everything outside of it unreachable. */}
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
