import { useQuery } from '@tanstack/react-query';
import { choicesOf, recordOf } from '../../api/queries.ts';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import type { OrderFilters } from './orderFilters.ts';

/** Hook: the names of the filtered records; undefined while they load, and if they may not be read. */
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
