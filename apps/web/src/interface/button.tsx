import { Button as MantineButton, type ButtonProps as MantineButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger' | 'quietDanger';

interface Look {
  kind?: ButtonKind;
  /** As wide as its column. */
  wide?: boolean;
  icon?: ReactNode;
}

type ButtonProps = Look &
  Pick<MantineButtonProps, 'loading' | 'disabled' | 'className'> &
  Omit<ComponentProps<'button'>, 'color'>;

/** The main action of a screen is `primary`; there is one per screen. */
export function Button({
  kind = 'primary',
  wide,
  icon,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <MantineButton
      {...rest}
      type={type}
      fullWidth={wide}
      leftSection={icon}
      className={classes(styles.button, styles[kind], className)}
    />
  );
}

type AnchorProps = Look & ComponentProps<'a'>;

function ButtonAnchor({ kind = 'primary', wide, icon, className, ...rest }: AnchorProps) {
  return (
    <MantineButton
      {...rest}
      component="a"
      fullWidth={wide}
      leftSection={icon}
      className={classes(styles.button, styles[kind], className)}
    />
  );
}

/** Looks like a button and goes to another screen. */
export const ButtonLink = createLink(ButtonAnchor);

function TextAnchor({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={classes(styles.textLink, className)} />;
}

/** A link inside text. */
export const TextLink = createLink(TextAnchor);
