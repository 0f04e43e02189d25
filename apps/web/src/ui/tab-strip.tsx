import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import styles from './tab-strip.module.css';

interface TabStripProps {
  label: string;
  /**
   * Tabs wrap by default. `column`: below each other, beside the content on a wide screen.
   * `scroll`: in one row that scrolls sideways on a narrow screen.
   */
  layout?: 'wrap' | 'column' | 'scroll';
  /** Identifies the current tab; when it changes, the new tab is scrolled into view. */
  current?: string | undefined;
  /** `Tab` items, and `li` elements with other content. */
  children: ReactNode;
}

/** The sections of a page or the folders of a list, each with its own address. */
export function TabStrip({ label, layout = 'wrap', current, children }: TabStripProps) {
  const strip = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab becomes current
  useEffect(() => {
    const tab = layout === 'scroll' && strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !tab) return;
    const middle = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
    strip.current.scrollTo({ left: middle });
  }, [current]);

  return (
    <nav ref={strip} aria-label={label} className={styles.strip} data-layout={layout}>
      <ul>{children}</ul>
    </nav>
  );
}

interface TabAnchorProps extends Omit<ComponentProps<'a'>, 'aria-current'> {
  /** `page` for a page of its own, `true` for a filter of the same page. */
  current?: 'page' | 'true' | false;
  isSmall?: boolean;
}

function TabAnchor({ current, isSmall, className, ...rest }: TabAnchorProps) {
  return (
    <li>
      <a
        {...rest}
        className={classes(styles.tab, className)}
        data-small={isSmall || undefined}
        aria-current={current || undefined}
      />
    </li>
  );
}

/** An item of a `TabStrip`. */
export const Tab = createLink(TabAnchor);

/** A button that looks like a small tab. */
export function TabButton(props: ComponentProps<'button'>) {
  return (
    <li>
      <button {...props} type="button" className={styles.tab} data-small />
    </li>
  );
}
