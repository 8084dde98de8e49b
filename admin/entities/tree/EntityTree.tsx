import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { subject } from '@casl/ability';
import {
  Box,
  Button,
  Card,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  useCallback,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Form, useNotify, useStore } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Entity } from '#schemas/generated/types.ts';
import { UndoNotification } from '../../frame/UndoNotification.tsx';
import { ifMatchHeaders } from '../../provider/data.ts';
import { request } from '../../provider/http.ts';
import type { Session } from '../../provider/session.ts';
import { Tree } from '../../tree/Tree.tsx';
import { OrganizationPicker } from '../OrganizationPicker.tsx';
import {
  describeMoveSize,
  type EntityNode,
  type MoveSize,
  needsConfirmation,
  treeRootId,
  visibleTreeItems,
} from './entity-nodes.ts';

/** The entity tree with moves by drag and drop, by keyboard (Ctrl+X, Ctrl+V) and by dialog. */
export function EntityTree({ nodes, session }: { nodes: Map<string, EntityNode>; session: Session }) {
  const hintId = useId();
  const navigate = useNavigate();
  const { items, opened, open, search, setSearch, hasClients, showClients } = useTreeView(nodes, session);
  const [selected, setSelected] = useState<string[]>([]);
  const [cutId, setCutId] = useState<string>();
  const [choosing, setChoosing] = useState<EntityNode>();
  const { move, pendingMove, answer, isMoving } = useEntityMoves((id) => setSelected([id]));
  const mayGo = (move: EntityMove) => canMoveEntityTo(session, nodes, move);
  const go = ({ id, to }: EntityMove) => {
    setCutId(undefined);
    const node = nodes.get(id);
    const goal = nodes.get(to);
    if (goal) open(goal.id, true);
    if (node) void move(node, goal ?? null);
  };
  const bindLine = useEntityDrags({
    mayLeave: (id) => canMoveEntity(session, nodes, id),
    mayGo,
    onDrop: go,
    onStay: (id) => (opened.has(id) ? undefined : open(id, true)),
  });
  const current = items.find(({ id }) => id === selected.at(-1))?.id;
  const canLeave = current !== undefined && canMoveEntity(session, nodes, current);
  const isGoal = cutId !== undefined && current !== undefined && mayGo({ id: cutId, to: current });
  const canOpen = current !== undefined && current !== treeRootId;
  const show = (id: string) => void navigate(`/entities/${id}`);
  const onKeyDown = (event: KeyboardEvent) => {
    const acts: Record<string, (() => void) | undefined> = {
      Enter: canOpen ? () => show(current) : undefined,
      Escape: cutId ? () => setCutId(undefined) : undefined,
      'Ctrl+x': canLeave ? () => setCutId(current) : undefined,
      'Ctrl+v': isGoal ? () => go({ id: cutId, to: current }) : undefined,
    };
    const act = acts[event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key];
    if (!act || event.altKey) return;
    event.preventDefault();
    act();
  };
  const mayMoveAny = useMemo(() => [...nodes.keys()].some((id) => canMoveEntity(session, nodes, id)), [session, nodes]);
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <EntityTreeToolbar
        {...{ search, hasClients }}
        onSearch={setSearch}
        onClients={showClients}
        onOpen={canOpen ? () => show(current) : undefined}
        onMove={mayMoveAny ? (canLeave && !isMoving ? () => setChoosing(nodes.get(current)) : undefined) : null}
      />
      <Typography id={hintId} variant="caption" color="text.secondary">
        {mayMoveAny
          ? 'Drag an entity onto its new parent. With the keyboard, press Ctrl+X to cut, Ctrl+V to paste below the selected entity, or Enter to open it.'
          : 'Press Enter to open the selected entity.'}
      </Typography>
      <Typography role="status" variant="body2" sx={{ minHeight: 20 }}>
        {isMoving ? 'Moving…' : cutStatus({ cut: nodes.get(cutId ?? ''), current, isGoal })}
      </Typography>
      {items.length === 0 ? (
        <Typography color="text.secondary" sx={{ py: 2 }}>
          {nodes.size === 0 ? 'There are no entities that you can view.' : `No entities match “${search.trim()}”.`}
        </Typography>
      ) : (
        <Tree
          label="Entities"
          describedBy={hintId}
          {...{ items, selected, bindLine }}
          onSelect={setSelected}
          onOpen={open}
          keys={{ onKeyDown }}
          onDoublePress={(id) => (id === treeRootId ? undefined : show(id))}
        />
      )}
      {pendingMove ? <ConfirmMoveDialog pendingMove={pendingMove} onAnswer={answer} /> : null}
      {choosing ? (
        <MoveEntityDialog
          node={choosing}
          mayGo={(to) => mayGo({ id: choosing.id, to })}
          mayGoToTop={mayGo({ id: choosing.id, to: treeRootId })}
          onClose={() => setChoosing(undefined)}
          onMove={(to) => {
            setChoosing(undefined);
            go({ id: choosing.id, to: to ?? treeRootId });
          }}
        />
      ) : null}
    </Card>
  );
}

/**
 * Status line for sighted and screen reader users: the cut entity, and whether it can be pasted at the current line.
 */
function cutStatus(now: { cut: EntityNode | undefined; current: string | undefined; isGoal: boolean }): string {
  const { cut, current, isGoal } = now;
  if (!cut) return '';
  if (isGoal) return `Press Ctrl+V to move ${cut.name} here, or Escape to cancel.`;
  if (current === cut.id) return `${cut.name} is cut. Go to its new parent.`;
  return `${cut.name} can't be moved here.`;
}

interface TreeView {
  /** Null until the user opens or closes a node for the first time. */
  opened: string[] | null;
  hasClients: boolean;
}

/** Trees with up to this many organizations start fully expanded. */
const smallTree = 60;

/** View state of the entity tree. Expanded nodes and the client switch are stored on the device. */
function useTreeView(nodes: Map<string, EntityNode>, session: Session) {
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

interface TreeBarProps {
  search: string;
  onSearch: (search: string) => void;
  hasClients: boolean;
  onClients: (hasClients: boolean) => void;
  /** Undefined while the selection has no page to open. */
  onOpen: (() => void) | undefined;
  /** Undefined while the selection cannot be moved; null if the user can move no entity at all. */
  onMove: (() => void) | undefined | null;
}

/** Toolbar of the entity tree: search, client switch and actions on the selected line. */
function EntityTreeToolbar({ search, onSearch, hasClients, onClients, onOpen, onMove }: TreeBarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <TextField
        size="small"
        label="Find"
        type="search"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        sx={{ flex: '1 1 160px', maxWidth: 320 }}
      />
      <FormControlLabel
        control={<Switch checked={hasClients} onChange={({ target }) => onClients(target.checked)} />}
        label="Clients"
        sx={{ mr: 'auto' }}
      />
      <Button size="small" color="inherit" disabled={!onOpen} onClick={onOpen}>
        Open
      </Button>
      {onMove === null ? null : (
        <Button size="small" variant="outlined" color="inherit" disabled={!onMove} onClick={onMove}>
          Move…
        </Button>
      )}
    </Box>
  );
}

interface Drags {
  mayLeave: (id: string) => boolean;
  mayGo: (move: EntityMove) => boolean;
  onDrop: (move: EntityMove) => void;
  /** The pointer has rested on a line while dragging: open it, so that its children become drop targets. */
  onStay: (id: string) => void;
}

/** Milliseconds over a closed line until it opens. */
const openDelay = 700;

/**
 * Drag and drop for the lines of the entity tree. Returns a stable function that makes a line draggable and a drop
 * target; the handlers are read from a ref, so they may change without a new registration.
 */
function useEntityDrags(drags: Drags): (element: HTMLElement, id: string) => () => void {
  const latest = useRef(drags);
  useLayoutEffect(() => {
    latest.current = drags;
  });
  return useCallback((element, to) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      element.removeAttribute('data-over');
    };
    const stopDragging = draggable({
      element,
      canDrag: () => latest.current.mayLeave(to),
      getInitialData: () => ({ entity: to }),
      onDragStart: () => element.setAttribute('data-dragging', ''),
      onDrop: () => element.removeAttribute('data-dragging'),
    });
    const stopDropping = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.entity === 'string',
      onDragEnter: ({ source }) => {
        timer = setTimeout(() => latest.current.onStay(to), openDelay);
        if (latest.current.mayGo({ id: String(source.data.entity), to })) element.setAttribute('data-over', '');
      },
      onDragLeave: leave,
      onDrop: ({ source }) => {
        leave();
        const move = { id: String(source.data.entity), to };
        if (latest.current.mayGo(move)) latest.current.onDrop(move);
      },
    });
    return () => {
      leave();
      stopDragging();
      stopDropping();
    };
  }, []);
}

/**
 * Whether the user may move an entity away from its parent. Needs update access to both; only an ADMIN may move one at
 * the top of the tree (design 4).
 */
function canMoveEntity(session: Session, nodes: Map<string, EntityNode>, id: string): boolean {
  const node = nodes.get(id);
  if (!node) return false;
  return isAdminSession(session) || (mayChange(session, node) && mayChange(session, nodes.get(node.parent ?? '')));
}

/** A move of the entity `id` below the line `to`. */
interface EntityMove {
  id: string;
  to: string;
}

/**
 * Whether the user may make this move. The target is another entity or the top, but not the current parent, the entity
 * itself, a descendant or a client entity.
 */
function canMoveEntityTo(session: Session, nodes: Map<string, EntityNode>, { id, to }: EntityMove): boolean {
  const node = nodes.get(id);
  if (!node || !canMoveEntity(session, nodes, id)) return false;
  if (to === treeRootId) return isAdminSession(session) && node.parent !== null;
  const goal = nodes.get(to);
  const isPlace = goal && goal.subType !== 'client' && goal.id !== node.parent && !goal.treeScope.includes(id);
  return isPlace === true && mayChange(session, goal);
}

const isAdminSession = ({ user }: Session): boolean => user.roles.includes('ADMIN');

const mayChange = ({ ability }: Session, node: EntityNode | undefined) =>
  node !== undefined && ability.can('update', subject('Entity', { id: node.id, treeScope: node.treeScope }));

/** Confirmation of a move that affects many records. */
function ConfirmMoveDialog({
  pendingMove: { entity, to, along },
  onAnswer,
}: {
  pendingMove: PendingMove;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  return (
    <Dialog open onClose={() => onAnswer(false)} fullWidth maxWidth="xs" aria-labelledby="move-question">
      <DialogTitle id="move-question">{`Move ${entity.name} ${describeTarget(to)}?`}</DialogTitle>
      <DialogContent>
        <Typography>{`${describeMoveSize(along)} move with it. People in the new location and above it will see them. People who see them only because of the current location will lose access.`}</Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button variant="contained" autoFocus onClick={() => onAnswer(true)}>
          Move
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MoveDialogProps {
  node: EntityNode;
  /** Whether the entity may move below the entity with this id. */
  mayGo: (to: string) => boolean;
  mayGoToTop: boolean;
  onMove: (to: string | null) => void;
  onClose: () => void;
}

/** Dialog for choosing a new parent, the alternative to drag and drop. */
function MoveEntityDialog({ node, mayGo, mayGoToTop, onMove, onClose }: MoveDialogProps) {
  const missing = (value: unknown) => (!value && !mayGoToTop ? 'Missing required field: New parent' : undefined);
  const submit = ({ parent }: Record<string, unknown>) => onMove(typeof parent === 'string' && parent ? parent : null);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="move-title">
      <Form onSubmit={submit} disableInvalidFormNotification>
        <DialogTitle id="move-title">{`Move ${node.name}`}</DialogTitle>
        <DialogContent>
          <OrganizationPicker
            source="parent"
            label="New parent"
            validate={missing}
            isFit={({ id }) => mayGo(id)}
            helperText={mayGoToTop ? 'Leave empty to move it to the top of the tree.' : undefined}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained">
            Move
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Milliseconds during which a move can be undone. */
const timeToUndo = 15_000;

/** A move that waits for confirmation because it affects many records. */
interface PendingMove {
  entity: Entity;
  to: EntityNode | null;
  along: MoveSize;
}

interface EntityMoves {
  /** Moves an entity below another, or to the top. */
  move: (node: EntityNode, to: EntityNode | null) => Promise<void>;
  pendingMove: PendingMove | undefined;
  /** Confirms or cancels the pending move. */
  answer: (isConfirmed: boolean) => void;
  isMoving: boolean;
}

/**
 * Moves entities. Small moves run at once and offer Undo; large ones need a confirmation. Fails if somebody else has
 * moved the entity in the meantime.
 */
function useEntityMoves(onMoved: (id: string) => void): EntityMoves {
  const cache = useQueryClient();
  const notify = useNotify();
  const [pendingMove, setPendingMove] = useState<PendingMove>();
  const [isMoving, setMoving] = useState(false);
  const renew = () => Promise.all(['entities', 'clients'].map((name) => cache.invalidateQueries({ queryKey: [name] })));

  /** Reports the error and reloads the tree. */
  const runMove = async (work: () => Promise<void>) => {
    setMoving(true);
    try {
      await work();
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
      await renew();
    } finally {
      setMoving(false);
    }
  };
  const put = async (entity: Entity, parent: string | null): Promise<Entity> => {
    const body = JSON.stringify({ parent });
    const { json } = await request(`/api/entities/${entity.id}`, {
      method: 'PATCH',
      headers: ifMatchHeaders(entity),
      body,
    });
    await renew();
    onMoved(entity.id);
    return json;
  };
  const applyMove = ({ entity, to, along }: PendingMove) =>
    runMove(async () => {
      const moved = await put(entity, to?.id ?? null);
      const undoMove = () =>
        runMove(async () => {
          await put(moved, entity.parent);
          notify(`${entity.name} moved back`, { type: 'success' });
        });
      const alongText = describeMoveSize(along);
      const words = `${entity.name} moved ${describeTarget(to)}${alongText ? `, with ${alongText}` : ''}`;
      notify(<UndoNotification words={words} onUndo={() => void undoMove()} />, {
        type: 'success',
        autoHideDuration: timeToUndo,
      });
    });
  const move = (node: EntityNode, to: EntityNode | null) =>
    runMove(async () => {
      const address = `/api/entities/${node.id}`;
      const [record, hanging] = await Promise.all([request(address), request(`${address}/dependents`)]);
      const entity: Entity = record.json;
      const along: MoveSize = hanging.json.below;
      if (entity.parent !== node.parent)
        throw new Error(`Someone else has moved ${node.name}. Check its new location.`);
      if (needsConfirmation(along)) setPendingMove({ entity, to, along });
      else await applyMove({ entity, to, along });
    });
  const answer = (isConfirmed: boolean) => {
    setPendingMove(undefined);
    if (pendingMove && isConfirmed) void applyMove(pendingMove);
  };
  return { move, pendingMove, answer, isMoving };
}

/** 'below Harbor Media', 'at the top'. */
const describeTarget = (to: Pick<EntityNode, 'name'> | null): string => (to ? `below ${to.name}` : 'at the top');
