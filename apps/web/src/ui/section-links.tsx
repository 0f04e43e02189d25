import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './section-links.module.css';

interface SectionLinksProps {
  label: string;
  /** A column beside the content where there is room for one. */
  isBeside?: boolean;
  children: ReactNode;
}

/** The sections of one page, each with an address of its own. */
export function SectionLinks({ label, isBeside, children }: SectionLinksProps) {
  return (
    <nav aria-label={label} className={styles.links} data-beside={isBeside || undefined}>
      <ul>{children}</ul>
    </nav>
  );
}

interface SectionAnchorProps extends Omit<ComponentProps<'a'>, 'className' | 'aria-current'> {
  isCurrent?: boolean;
}

function SectionAnchor({ isCurrent, ...rest }: SectionAnchorProps) {
  return (
    <li>
      <a {...rest} className={styles.link} aria-current={isCurrent ? 'page' : undefined} />
    </li>
  );
}

/** One of `SectionLinks`. */
export const SectionLink = createLink(SectionAnchor);
