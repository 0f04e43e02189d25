import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './heading.module.css';

type HeadingProps = ComponentProps<'h1'> & {
  /** The place in the outline; a screen has one heading of level 1, made by `Page`. */
  level: 1 | 2 | 3;
  /** How big it looks, when that differs from its level. */
  size?: 1 | 2 | 3;
};

export function Heading({ level, size = level, className, ...rest }: HeadingProps) {
  const Tag = `h${level}` as const;
  return <Tag {...rest} data-size={size} className={classes(styles.heading, className)} />;
}
