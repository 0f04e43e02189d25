import type { ComponentProps } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classes(styles.card, className)} />;
}
