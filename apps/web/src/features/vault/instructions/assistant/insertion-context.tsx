import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import type { InsertedDraft } from '../../assistant/public/inserted-draft.ts';
import { isFormOnItsWay } from './form-on-its-way.ts';
import { Insertions } from './insertions.ts';

const InsertionContext = createContext<Insertions | undefined>(undefined);

export function InsertionProvider({ children }: { children: ReactNode }) {
  const [insertions] = useState(() => new Insertions());
  const { new: isNew, edit } = useSearch({ strict: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another instruction is another form
  useEffect(() => {
    if (isNew === undefined) insertions.forget();
  }, [insertions, isNew, edit]);
  return <InsertionContext value={insertions}>{children}</InsertionContext>;
}

/** Puts a text into the form that is open or opening; where there is none, a new instruction is begun with it. */
export function useInsert(): (draft: InsertedDraft) => void {
  const { t } = useTranslation('instructions');
  const insertions = useInsertions();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { category, edit } = useSearch({ strict: false });

  function isOpening(id: string): boolean {
    return isFormOnItsWay(
      client.getQueryState(['instruction', id]),
      client.getQueryState(['contacts']),
    );
  }

  return (draft) => {
    if (insertions.insert(draft)) return;
    if (edit !== undefined && isOpening(edit)) toasts.plain(t('insertion.waiting'));
    else void navigate({ to: '/instructions', search: { new: '1', category } });
  };
}

/** For a form: called with what the assistant has for it. */
export function useInserted(take: (draft: InsertedDraft) => void): void {
  const insertions = useInsertions();
  const onInserted = useEffectEvent(take);
  useEffect(() => insertions.open((draft) => onInserted(draft)), [insertions]);
}

function useInsertions(): Insertions {
  const insertions = useContext(InsertionContext);
  if (!insertions) throw new Error('No InsertionProvider above');
  return insertions;
}
