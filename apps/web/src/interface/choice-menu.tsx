import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './choice-menu.module.css';
import { classes } from './classes.ts';
import listStyles from './option-list.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface ChoiceMenuProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; lang?: string }[];
  /** What stands for the choice on the button. */
  children: ReactNode;
  onChoose: (value: Value) => void;
}

/**
 * A small button that opens a list of choices. It stands on the first screens, where the list of
 * our fields (`select.tsx`) would be a quarter of all that is loaded.
 */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, value, choices, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [isOpen]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function walk(event: KeyboardEvent<HTMLButtonElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    if (!step) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll('button') ?? [])];
    const place = all.indexOf(event.currentTarget);
    all.at((place + step) % all.length)?.focus();
  }

  return (
    // Able to take the focus, because a press on a button does not give it the focus everywhere.
    // biome-ignore lint/a11y/noStaticElementInteractions: what happens in it belongs to its buttons
    <div
      className={styles.menu}
      tabIndex={-1}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <VisuallyHidden>
          {label}: {choices.find((choice) => choice.value === value)?.label}
        </VisuallyHidden>
        {props.children}
      </button>
      {isOpen && (
        <ul ref={list} id={listId} className={classes(listStyles.list, styles.list)}>
          {choices.map((choice) => (
            <li key={choice.value}>
              <button
                type="button"
                className={listStyles.option}
                lang={choice.lang}
                aria-current={choice.value === value || undefined}
                onKeyDown={walk}
                onClick={() => {
                  close();
                  onChoose(choice.value);
                }}
              >
                {choice.label}
                {choice.value === value && <IconCheck size={20} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
