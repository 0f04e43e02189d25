import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';

interface CollapsibleListProps<Item> {
  items: readonly Item[];
  /** Number of items shown while collapsed. */
  shownAtFirst: number;
  className: string | undefined;
  /** Labels of the button. */
  more: string;
  less: string;
  children: (item: Item) => ReactNode;
}

/** A list that starts collapsed. */
export function CollapsibleList<Item>(props: CollapsibleListProps<Item>) {
  const { items, shownAtFirst, className, more, less, children } = props;
  const [isExpanded, setExpanded] = useState(false);
  const listId = useId();
  const shown = isExpanded ? items : items.slice(0, shownAtFirst);
  return (
    <>
      <ul id={listId} className={className}>
        {shown.map(children)}
      </ul>
      {items.length > shownAtFirst && (
        <div>
          <Button
            kind="quiet"
            aria-expanded={isExpanded}
            aria-controls={listId}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? less : more}
          </Button>
        </div>
      )}
    </>
  );
}
