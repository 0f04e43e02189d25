import { type ReactNode, type Ref, useId } from 'react';
import { Card } from '../../interface/card.tsx';
import { Heading } from '../../interface/heading.tsx';
import styles from './settings.module.css';

interface SectionCardProps {
  title: string;
  badge?: ReactNode;
  lead?: ReactNode;
  /** Takes the focus where the thing that had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}

export function SectionCard({ title, badge, lead, headingRef, children }: SectionCardProps) {
  const headingId = useId();
  return (
    <Card aria-labelledby={headingId}>
      <div className={styles.cardHead}>
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
