import { type ReactNode, type Ref, useId } from 'react';
import { Card } from './card.tsx';
import { Heading } from './heading.tsx';
import styles from './section-card.module.css';

interface SectionCardProps {
  title: string;
  badge?: ReactNode;
  lead?: ReactNode;
  /** Takes the focus where the thing that had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}

/** A card with a heading, for screens that consist of several. */
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
