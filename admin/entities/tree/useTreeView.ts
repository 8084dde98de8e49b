import { useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import type { Session } from '../../provider/session.ts';
import { type EntityNode, visibleTreeItems } from './entity-nodes.ts';
import { isAdminSession } from './may-move.ts';

interface TreeView {
  /** Null until the user opens or closes a node for the first time. */
  opened: string[] | null;
  hasClients: boolean;
}

/** Trees with up to this many organizations start fully expanded. */
const smallTree = 60;

/** View state of the entity tree. Expanded nodes and the client switch are stored on the device. */
export function useTreeView(nodes: Map<string, EntityNode>, session: Session) {
  const [view, setView] = useStore<TreeView>(`${session.user.id}.entities.tree`, { opened: null, hasClients: false });
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  const { hasClients } = view;
  const opened = useMemo(() => new Set(view.opened ?? usuallyOpen(nodes)), [view.opened, nodes]);
  const hasTop = isAdminSession(session) && nodes.size > 0;
  const items = useMemo(
    () => visibleTreeItems(nodes, { opened, hasClients, search: deferredSearch, hasTop }),
    [nodes, opened, hasClients, deferredSearch, hasTop],
  );
  const open = (id: string, isOpen: boolean) =>
    setView({ ...view, opened: isOpen ? [...opened, id] : [...opened].filter((each) => each !== id) });
  const showClients = (isOn: boolean) => setView({ ...view, hasClients: isOn });
  return { items, opened, open, search, setSearch, hasClients, showClients };
}

/** Expands a small tree completely, of a large one only the top level. */
function usuallyOpen(nodes: Map<string, EntityNode>): string[] {
  const organizations = [...nodes.values()].filter(({ subType }) => subType !== 'client');
  const isSmall = organizations.length <= smallTree;
  return organizations.filter(({ parent }) => isSmall || parent === null).map(({ id }) => id);
}
