import type { ReactNode } from 'react';
import { Page } from './page.tsx';
import styles from './result-page.module.css';

interface ResultPageProps {
  /** A picture of `drawings/`. */
  drawing: ReactNode;
  title: string;
  /** The title of the browser's tab, where the heading is not enough. */
  tabTitle?: string;
  /** What it means, in a sentence or two. */
  lead?: ReactNode;
  /** Facts and smaller print below it. */
  children?: ReactNode;
  /** Where to go on. */
  actions?: ReactNode;
  /** Read aloud when it takes the place of what was pressed. */
  role?: 'status' | 'alert';
}

/** What became of something: a picture, a title, a sentence and the way on, on the left edge. */
export function ResultPage(props: ResultPageProps) {
  const { drawing, title, tabTitle, lead, children, actions, role } = props;
  return (
    <Page title={title} tabTitle={tabTitle} lead={lead} drawing={drawing} width="text">
      <div className={styles.rest} role={role}>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Page>
  );
}
