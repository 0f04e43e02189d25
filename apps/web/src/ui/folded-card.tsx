import { type ReactNode, type Ref, useId, useState } from 'react';
import { Button } from './button.tsx';
import cardStyles from './card.module.css';
import { Card } from './card.tsx';
import { Heading } from './heading.tsx';
import { useTranslation } from './language/use-translation.ts';

interface FoldedCardProps {
  title: string;
  /** One line beside the title, also while folded. */
  value?: ReactNode;
  startsOpen?: boolean;
  headingRef?: Ref<HTMLHeadingElement>;
  /** Rendered, and loaded, once the card is unfolded. */
  children: ReactNode;
}

/** A collapsible card; while it is folded, only its head and `value` are shown. */
export function FoldedCard({ title, value, startsOpen, headingRef, children }: FoldedCardProps) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(startsOpen ?? false);
  const headingId = useId();
  const action = t(isOpen ? 'actions.fold' : 'actions.unfold');
  return (
    <Card aria-labelledby={headingId}>
      <div className={cardStyles.head}>
        <Heading level={2} id={headingId} ref={headingRef} tabIndex={-1}>
          {title}
        </Heading>
        <Button
          kind="plain"
          aria-expanded={isOpen}
          aria-label={`${action}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {action}
        </Button>
      </div>
      {value && <p className={cardStyles.lead}>{value}</p>}
      {isOpen && children}
    </Card>
  );
}
