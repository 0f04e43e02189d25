import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { classes } from '../../../interface/classes.ts';
import { Heading } from '../../../interface/heading.tsx';
import { loadTexts } from '../../../interface/language/i18n.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { useIsBroad } from '../../../interface/use-is-broad.ts';
import { queryKeys } from '../../../platform/queries/query-keys.ts';
import { fetched } from '../fetched.ts';
import { PartFailure } from '../part-failure.tsx';
import styles from './assistant-place.module.css';
import { useInsert } from './insertion-context.tsx';

interface AssistantPlaceProps {
  onUnfold?: (isUnfolded: boolean) => void;
}

/** Beside the text where there is room for it; elsewhere folded up until it is wanted. */
export function AssistantPlace({ onUnfold }: AssistantPlaceProps) {
  const { t } = useTranslation('instructions');
  const isBroad = useIsBroad();
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const isOpen = isBroad || isUnfolded;

  function toggle() {
    setUnfolded(!isUnfolded);
    onUnfold?.(!isUnfolded);
  }

  const card = (
    <Card className={classes(isBroad && styles.beside)} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading level={2} size={3} id={id}>
          {t('assistant.title')}
        </Heading>
        {!isBroad && (
          <Button
            kind="quiet"
            aria-label={t(isOpen ? 'assistant.foldNamed' : 'assistant.openNamed')}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {t(isOpen ? 'assistant.fold' : 'assistant.open')}
          </Button>
        )}
      </div>
      {isOpen ? <LoadedPanel /> : <p>{t('assistant.text')}</p>}
    </Card>
  );
  return isBroad ? <Beside>{card}</Beside> : card;
}

/** Tells how much of the window is taken by what stands above, so that the card fits below it. */
function Beside({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      const above = element.getBoundingClientRect().top + scrollY;
      element.style.setProperty('--above', `${Math.round(above)}px`);
    };
    measure();
    // Notices come and go.
    const resizing = new ResizeObserver(measure);
    resizing.observe(document.body);
    return () => resizing.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.place}>
      {children}
    </div>
  );
}

/** The panel and its texts are fetched when it is first shown: the list and the form do not wait for them. */
function LoadedPanel() {
  const { t } = useTranslation('instructions');
  const insert = useInsert();
  const query = useQuery({
    queryKey: queryKeys.assistantPanel(),
    queryFn: loadPanel,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isError) {
    return (
      <PartFailure
        title={t('assistant.loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  if (!query.data) return <SkeletonLines lines={6} />;
  const { AssistantPanel } = query.data;
  return <AssistantPanel onInsert={insert} />;
}

async function loadPanel() {
  const [panel, texts] = await Promise.allSettled([
    fetched(() => import('../../assistant/public/assistant-panel.tsx')),
    loadTexts('assistant'),
  ]);
  // Of two failures that of the panel says more: its code may be gone.
  if (panel.status === 'rejected') throw panel.reason;
  if (texts.status === 'rejected') throw texts.reason;
  return panel.value;
}
