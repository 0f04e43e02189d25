import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './heading.module.css';

type HeadingSize = 'title' | 'section' | 'card' | 'row';

type HeadingProps = ComponentProps<'h1'> & {
  /** Level in the outline. Only `Page` renders level 1. */
  level: 1 | 2 | 3;
  /** Visual size, if it differs from that of its level. */
  size?: HeadingSize;
};

const defaultSizes = { 1: 'title', 2: 'card', 3: 'row' } as const;

export function Heading({ level, size = defaultSizes[level], className, ...rest }: HeadingProps) {
  const Tag = `h${level}` as const;
  return <Tag {...rest} data-size={size} className={classes(styles.heading, className)} />;
}
