import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';
import { Heading } from './heading.tsx';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classes(styles.card, className)} />;
}

interface SectionCardProps {
  title: string;
  badge?: ReactNode;
  lead?: ReactNode;
  /** Takes the focus when the focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}

/** A card with a heading, for screens with several cards. */
export function SectionCard({ title, badge, lead, headingRef, children }: SectionCardProps) {
  const headingId = useId();
  return (
    <Card aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading level={2} id={headingId} ref={headingRef} tabIndex={-1}>
          {title}
        </Heading>
        {badge}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </Card>
  );
}
