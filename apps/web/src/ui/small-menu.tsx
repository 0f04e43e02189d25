import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { IconCheck } from './icons.tsx';
import listStyles from './option-list.module.css';
import styles from './small-menu.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SmallMenuProps {
  /** Content of the button, including its accessible name. */
  button: ReactNode;
  buttonClass?: string;
  isSelected?: boolean;
  side?: 'above' | 'below';
  /** The items: `<li>` elements with buttons and links. Pressing an item closes the list. */
  children: ReactNode;
}

/**
 * A button that opens a short list. Used on the first screens, where the menu of the component
 * library (`menu.tsx`) would add a quarter to the load.
 */
export function SmallMenu({ button, buttonClass, isSelected, side, children }: SmallMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const items = itemsOf(list.current);
    (items.find((item) => item.hasAttribute('aria-current')) ?? items[0])?.focus();
  }, [isOpen]);

  function close() {
    setOpen(false);
    opener.current?.focus();
  }

  function moveFocus(event: KeyboardEvent) {
    if (event.key === 'Escape') return close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = itemsOf(list.current);
    const index = items.indexOf(document.activeElement as HTMLElement);
    items.at((index + step) % items.length)?.focus();
  }

  return (
    // Focusable, because not every browser focuses a pressed button.
    // biome-ignore lint/a11y/noStaticElementInteractions: only its buttons are interactive
    <div
      className={styles.menu}
      tabIndex={-1}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className={classes(styles.button, buttonClass)}
        aria-expanded={isOpen}
        aria-controls={listId}
        data-selected={isSelected || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <ul
          ref={list}
          id={listId}
          className={classes(listStyles.list, styles.list)}
          data-side={side}
          onKeyDown={moveFocus}
          onClick={(event) => {
            if ((event.target as HTMLElement).closest('a, button')) close();
          }}
        >
          {children}
        </ul>
      )}
    </div>
  );
}

function itemsOf(list: HTMLUListElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('a, button') ?? [])];
}

interface ChoiceItemProps {
  isChosen?: boolean;
  lang?: string;
  onChoose: () => void;
  children: ReactNode;
}

/** An item of a `SmallMenu`: a choice, ticked if chosen, or an action. */
export function ChoiceItem({ isChosen, lang, onChoose, children }: ChoiceItemProps) {
  return (
    <li>
      <button
        type="button"
        className={listStyles.option}
        lang={lang}
        aria-current={isChosen || undefined}
        onClick={onChoose}
      >
        {children}
        {isChosen && <IconCheck size={20} aria-hidden />}
      </button>
    </li>
  );
}

interface ChoiceMenuProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; lang?: string }[];
  /** Content of the button: the current choice. */
  children: ReactNode;
  onChoose: (value: Value) => void;
}

/** A small button with a list of choices. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, value, choices, onChoose } = props;
  const button = (
    <>
      <VisuallyHidden>
        {label}: {choices.find((choice) => choice.value === value)?.label}
      </VisuallyHidden>
      {props.children}
    </>
  );
  return (
    <SmallMenu button={button}>
      {choices.map((choice) => (
        <ChoiceItem
          key={choice.value}
          lang={choice.lang}
          isChosen={choice.value === value}
          onChoose={() => onChoose(choice.value)}
        >
          {choice.label}
        </ChoiceItem>
      ))}
    </SmallMenu>
  );
}
