import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { useTranslation } from './language/use-translation.ts';
import styles from './slim-notice.module.css';

interface SlimNoticeProps {
  /** The subject, for screen readers. */
  label: string;
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  title: string;
  /** Gold if the reader has to act. */
  tone?: 'plain' | 'gold';
  /** Actions in the collapsed notice. */
  actions?: ReactNode;
  /** Expandable details. */
  details: ReactNode;
}

/** A notice of the service above any screen, one line high; hidden in print. */
export function SlimNotice(props: SlimNoticeProps) {
  const { label, Icon, title, tone = 'plain', actions, details } = props;
  const { t } = useTranslation('shell');
  const detailsId = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <aside className={styles.notice} data-tone={tone} aria-label={label}>
      <div className={styles.line}>
        <p className={styles.title}>
          <Icon size={20} aria-hidden />
          {title}
        </p>
        <div className={styles.actions}>
          <Button
            kind="plain"
            aria-expanded={isUnfolded}
            aria-controls={detailsId}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? t('actions.fold') : t('actions.unfold')}
          </Button>
          {actions}
        </div>
      </div>
      <div id={detailsId} className={styles.details} hidden={!isUnfolded}>
        {details}
      </div>
    </aside>
  );
}
