import type { Entity } from '#schemas/generated/types.ts';
import type { TreeItem } from '../../tree/Tree.tsx';

/** A node in the response of GET /api/entities/tree. */
export interface TreeResponse extends Pick<Entity, 'id' | 'name' | 'subType'> {
  children: TreeResponse[];
}

/** An entity with its parent, ancestors (`treeScope`) and children. */
export interface EntityNode extends Pick<Entity, 'id' | 'name' | 'subType' | 'parent' | 'treeScope'> {
  children: EntityNode[];
}

/** Id of the root line above all entities, which only an ADMIN sees. */
export const treeRootId = 'top';

/** Flattens a tree response to a map by id, in tree order. */
export function indexTree(answers: readonly TreeResponse[]): Map<string, EntityNode> {
  const nodes = new Map<string, EntityNode>();
  const add = ({ children, ...own }: TreeResponse, above: EntityNode | null): EntityNode => {
    const treeScope = [own.id, ...(above?.treeScope ?? [])];
    const node: EntityNode = { ...own, parent: above?.id ?? null, treeScope, children: [] };
    nodes.set(own.id, node);
    node.children = children.map((each) => add(each, node));
    return node;
  };
  for (const each of answers) add(each, null);
  return nodes;
}

interface Shown {
  opened: ReadonlySet<string>;
  hasClients: boolean;
  /** Search term: only matching names and their ancestors are listed. */
  search: string;
  /** Whether to add a root line above all entities. */
  hasTop: boolean;
}

/** Returns the visible lines of the tree, top down. */
export function visibleTreeItems(
  nodes: Map<string, EntityNode>,
  { opened, hasClients, search, hasTop }: Shown,
): TreeItem[] {
  const term = search.trim().toLowerCase();
  const found = new Set(
    [...nodes.values()]
      .filter(({ name, subType }) => name.toLowerCase().includes(term) && (hasClients || subType !== 'client'))
      .flatMap(({ treeScope }) => treeScope),
  );
  const lines = (from: readonly EntityNode[], level: number, parent: string | null): TreeItem[] =>
    from
      .filter(({ id }) => found.has(id))
      .flatMap((node) => {
        const { id, name, children } = node;
        const inside = children.filter((each) => found.has(each.id));
        const isExpanded = inside.length === 0 ? null : opened.has(id) || term !== '';
        const own: TreeItem = { id, name, note: noteOf(node), level, parent, isExpanded };
        return isExpanded ? [own, ...lines(inside, level + 1, id)] : [own];
      });
  const roots = [...nodes.values()].filter(({ parent }) => parent === null);
  if (!hasTop) return lines(roots, 1, null);
  const all: TreeItem = { id: treeRootId, name: 'All entities', note: '', level: 1, parent: null, isExpanded: null };
  return [all, ...lines(roots, 2, treeRootId)];
}

function noteOf({ subType, children }: EntityNode): string {
  if (subType === 'client') return 'client';
  const clients = children.filter((each) => each.subType === 'client').length;
  return clients === 0 ? '' : amount(clients, 'client', 'clients');
}

const amount = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Number of records that move along with an entity. */
export type MoveSize = Record<'entities' | 'clients' | 'orders', number>;

/** '2 entities, 1 client and 40 orders'; '' if there are none. */
export function describeMoveSize({ entities, clients, orders }: MoveSize): string {
  const parts = [
    entities > 0 ? amount(entities, 'entity', 'entities') : '',
    clients > 0 ? amount(clients, 'client', 'clients') : '',
    orders > 0 ? amount(orders, 'order', 'orders') : '',
  ];
  return new Intl.ListFormat('en').format(parts.filter(Boolean));
}

/** Moves of more records than this need a confirmation. */
const many = 10;
/** Whether a move needs a confirmation. */
export const needsConfirmation = ({ entities, clients, orders }: MoveSize): boolean =>
  entities + clients + orders > many;
