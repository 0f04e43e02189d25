import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPlus } from '../../../../ui/more-icons.tsx';
import styles from './head.module.css';
import { useListSearch } from './use-list-place.ts';

/** The assistant's help, and the main action of the list where somebody is there to write to. */
export function HeadActions({ canWrite }: { canWrite: boolean }) {
  return (
    <>
      <HelpLink place="head" />
      {canWrite && <NewInstruction />}
    </>
  );
}

interface HelpLinkProps {
  place: 'head' | 'title';
  /** What stands below offers it, or may do so once it is known. Its room stays, so that nothing moves. */
  isOfferedBelow?: boolean;
}

/** Beside the main action; on a phone, where there is no room for both, below the title. */
export function HelpLink({ place, isOfferedBelow }: HelpLinkProps) {
  const { t } = useTranslation('list');
  return (
    <ButtonLink
      to="/instructions"
      search={{ ...useListSearch(), write: 'assistant' }}
      kind="plain"
      className={styles.help}
      data-place={place}
      data-below={isOfferedBelow || undefined}
    >
      {t('help')}
    </ButtonLink>
  );
}

/** On a phone it also floats where a thumb finds it, once it has gone out of sight. */
function NewInstruction() {
  const { t } = useTranslation('instructions');
  const listSearch = useListSearch();
  const { place, isOutOfSight } = useOutOfSight();
  const link = {
    to: '/instructions',
    search: { ...listSearch, new: '1' },
    icon: <IconPlus size={24} aria-hidden />,
    'aria-label': t('new'),
  } as const;
  return (
    <>
      <div ref={place}>
        <ButtonLink {...link} className={styles.main}>
          {t('new')}
        </ButtonLink>
      </div>
      {isOutOfSight && (
        <ButtonLink {...link} className={styles.floating}>
          {t('new')}
        </ButtonLink>
      )}
    </>
  );
}

function useOutOfSight() {
  const place = useRef<HTMLDivElement>(null);
  const [isOutOfSight, setOutOfSight] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    // A slow page reports several changes together; the last one is the present state.
    const observer = new IntersectionObserver((changes) =>
      setOutOfSight(changes.at(-1)?.isIntersecting === false),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isOutOfSight };
}
