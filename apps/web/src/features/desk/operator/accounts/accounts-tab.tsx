import { useSearch } from '@tanstack/react-router';
import { AccountDetail } from './account-detail.tsx';
import { EraseCard } from './erase-card.tsx';
import { SearchCard } from './search-card.tsx';

/** An account is found by its whole address; there is no list of everybody. */
export function AccountsTab() {
  const { id } = useSearch({ strict: false });
  return (
    <>
      <SearchCard />
      {id ? <AccountDetail key={id} id={id} /> : <EraseCard />}
    </>
  );
}
