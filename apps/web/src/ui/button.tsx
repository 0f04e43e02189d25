import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger' | 'quietDanger';

interface Look {
  kind?: ButtonKind;
  /** Makes the button as wide as its column. */
  wide?: boolean;
  /** A larger button, for screens that are opened in distress. */
  big?: boolean;
  icon?: ReactNode;
}

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** The action is running: keeps the focus, shows a ring and ignores presses. */
    loading?: boolean;
  };

/** The main action of a screen is `primary`; there is one per screen. */
export function Button({
  kind = 'primary',
  wide = false,
  big = false,
  icon,
  loading,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isJustPressed = useRef(false);

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (loading || isJustPressed.current) return event.preventDefault();
    if (loading !== undefined) {
      // Prevents a second call by a second press, because `loading` is rendered one task later.
      isJustPressed.current = true;
      setTimeout(() => {
        isJustPressed.current = false;
      });
    }
    onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      className={classes(
        styles.button,
        styles[kind],
        wide && styles.wide,
        big && styles.big,
        className,
      )}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={press}
    >
      {loading ? <span className={styles.ring} /> : icon}
      <span>{children}</span>
    </button>
  );
}

type AnchorProps = Look & ComponentProps<'a'>;

/** Looks like a button and leaves the application: an external page, a phone call, a mail. */
export function ButtonAnchor({
  kind = 'primary',
  wide = false,
  big = false,
  icon,
  className,
  children,
  ...rest
}: AnchorProps) {
  return (
    <a
      {...rest}
      className={classes(
        styles.button,
        styles[kind],
        wide && styles.wide,
        big && styles.big,
        className,
      )}
    >
      {icon}
      <span>{children}</span>
    </a>
  );
}

/** Looks like a button and opens another screen. */
export const ButtonLink = createLink(ButtonAnchor);

function TextAnchor({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={classes(styles.textLink, className)} />;
}

/** A link inside text. */
export const TextLink = createLink(TextAnchor);
