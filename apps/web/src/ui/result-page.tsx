import { type ReactNode, useEffect, useRef } from 'react';
import { Page } from './page.tsx';
import styles from './result-page.module.css';

interface ResultPageProps {
  /** A picture from `drawings/`. */
  drawing: ReactNode;
  title: string;
  /** The title of the browser's tab, if the heading is not enough. */
  tabTitle?: string;
  /** The consequences, in a sentence or two. */
  lead?: ReactNode;
  /** Details and small print below `lead`. */
  children?: ReactNode;
  /** The next steps. */
  actions?: ReactNode;
  /** Announces the page when it replaces the pressed button. */
  role?: 'status' | 'alert';
}

/** The outcome of an action: a picture, a title, a sentence and the next step. */
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

interface ResultTextProps {
  /** True if the text replaces the pressed button: then it is announced and focused. */
  isFresh: boolean;
  children: ReactNode;
}

/** The outcome of an action, shown within the page of the action. */
export function ResultText({ isFresh, children }: ResultTextProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh) element.current?.focus();
  }, [isFresh]);
  return (
    <div
      ref={element}
      className={styles.text}
      role={isFresh ? 'status' : undefined}
      tabIndex={isFresh ? -1 : undefined}
    >
      {children}
    </div>
  );
}
