import { useQuery } from '@tanstack/react-query';
import { choicesOf, recordOf } from '../../api/queries.ts';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import type { OrderFilters } from './orderFilters.ts';

/** What the records that a list is narrowed down to are called; undefined until that is known, and where one may not read it. */
export function useFilterNames({ user, client, form }: OrderFilters) {
  const me = useSignedIn().user;
  const isOther = user !== '' && user !== 'me' && user !== me.id;
  const person = useQuery({ ...recordOf('users', user), enabled: isOther });
  const business = useQuery({ ...recordOf('clients', client), enabled: client !== '' });
  const forms = useQuery({ ...choicesOf('forms'), enabled: form !== '' });
  return {
    user: isOther ? person.data?.name : user && me.name,
    client: business.data?.name,
    form: forms.data?.find(({ id }) => id === form)?.name,
  };
}
