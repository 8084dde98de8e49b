import { type Asked, mayDo } from '../provider/may.ts';
import { useSession } from './useSession.ts';

/**
 * Tells whether the person who is signed in may do something, to one record or to any; nothing until that is known.
 * react-admin's useCanAccess takes the record around for the one that is meant, also where another resource is asked about.
 */
export function useMay(): (asked: Asked) => boolean {
  const session = useSession();
  return (asked) => session !== undefined && mayDo(session, asked);
}
