import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Card } from '../card.tsx';
import { Heading } from '../heading.tsx';
import styles from './letters.module.css';

interface LetterCardProps {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}

/** A letter that is open. */
export function LetterCard({ title, badge, children }: LetterCardProps) {
  const heading = useFocusWhenAlone();
  const headingId = useId();
  return (
    <Card className={styles.opened} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading level={2} id={headingId} ref={heading} tabIndex={-1} dir="auto">
          {title}
        </Heading>
        {badge}
      </div>
      {children}
    </Card>
  );
}

export function LetterText({ children }: { children: ReactNode }) {
  return <div className={styles.text}>{children}</div>;
}

/** On a phone the letter takes the place of the list, so the reader's place moves along. */
function useFocusWhenAlone() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (matchMedia('(max-width: 55.99em)').matches) heading.current?.focus();
  }, []);
  return heading;
}
