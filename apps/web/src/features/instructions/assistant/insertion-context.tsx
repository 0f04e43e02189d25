import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { Insertions } from './insertions.ts';

const InsertionContext = createContext<Insertions | undefined>(undefined);

export function InsertionProvider({ children }: { children: ReactNode }) {
  const [insertions] = useState(() => new Insertions());
  const { new: isNew } = useSearch({ strict: false });
  useEffect(() => {
    if (isNew === undefined) insertions.forget();
  }, [insertions, isNew]);
  return <InsertionContext value={insertions}>{children}</InsertionContext>;
}

/** Puts a text into the open form; where none is open, a new instruction is begun with it. */
export function useInsert(): (text: string) => void {
  const insertions = useInsertions();
  const navigate = useNavigate();
  const { category } = useSearch({ strict: false });
  return (text) => {
    if (insertions.insert(text)) return;
    void navigate({ to: '/instructions', search: { new: '1', category } });
  };
}

/** For a form: called with what the assistant has for it. */
export function useInserted(take: (text: string) => void): void {
  const insertions = useInsertions();
  const onInserted = useEffectEvent(take);
  useEffect(() => insertions.open((text) => onInserted(text)), [insertions]);
}

function useInsertions(): Insertions {
  const insertions = useContext(InsertionContext);
  if (!insertions) throw new Error('No InsertionProvider above');
  return insertions;
}
