import { useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import type { Session } from '../../provider/session.ts';
import { type EntityNode, linesOf } from './entity-nodes.ts';
import { isAdmin } from './may-move.ts';

interface Looked {
  /** Null until the user opens or closes a node for the first time. */
  opened: string[] | null;
  hasClients: boolean;
}

/** Trees with up to this many organizations start fully expanded. */
const fewEnough = 60;

/** View state of the entity tree. Expanded nodes and the client switch are stored on the device. */
export function useTreeView(nodes: Map<string, EntityNode>, session: Session) {
  const [looked, setLooked] = useStore<Looked>(`${session.user.id}.entities.tree`, { opened: null, hasClients: false });
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const { hasClients } = looked;
  const opened = useMemo(() => new Set(looked.opened ?? usuallyOpen(nodes)), [looked.opened, nodes]);
  const hasTop = isAdmin(session) && nodes.size > 0;
  const items = useMemo(
    () => linesOf(nodes, { opened, hasClients, search: wanted, hasTop }),
    [nodes, opened, hasClients, wanted, hasTop],
  );
  const open = (id: string, isOpen: boolean) =>
    setLooked({ ...looked, opened: isOpen ? [...opened, id] : [...opened].filter((each) => each !== id) });
  const showClients = (isWanted: boolean) => setLooked({ ...looked, hasClients: isWanted });
  return { items, opened, open, search, setSearch, hasClients, showClients };
}

/** Expands a small tree completely, of a large one only the top level. */
function usuallyOpen(nodes: Map<string, EntityNode>): string[] {
  const organizations = [...nodes.values()].filter(({ subType }) => subType !== 'client');
  const isSmall = organizations.length <= fewEnough;
  return organizations.filter(({ parent }) => isSmall || parent === null).map(({ id }) => id);
}
