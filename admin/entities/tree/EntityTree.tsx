import { Card, Typography } from '@mui/material';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Session } from '../../provider/session.ts';
import { Tree } from '../../tree/Tree.tsx';
import { EntityTreeToolbar } from './EntityTreeToolbar.tsx';
import { type EntityNode, treeRootId } from './entity-nodes.ts';
import { ConfirmMoveDialog, MoveEntityDialog } from './MoveDialogs.tsx';
import { canMoveEntity, canMoveEntityTo, type EntityMove } from './may-move.ts';
import { useEntityDrags } from './useEntityDrags.ts';
import { useEntityMoves } from './useEntityMoves.tsx';
import { useTreeView } from './useTreeView.ts';

/** The entity tree with moves by drag and drop, by keyboard (Ctrl+X, Ctrl+V) and by dialog. */
export function EntityTree({ nodes, session }: { nodes: Map<string, EntityNode>; session: Session }) {
  const hintId = useId();
  const navigate = useNavigate();
  const { items, opened, open, search, setSearch, hasClients, showClients } = useTreeView(nodes, session);
  const [selected, setSelected] = useState<string[]>([]);
  const [cutId, setCutId] = useState<string>();
  const [choosing, setChoosing] = useState<EntityNode>();
  const { move, pendingMove, answer, isMoving } = useEntityMoves((id) => setSelected([id]));
  const mayGo = (asked: EntityMove) => canMoveEntityTo(session, nodes, asked);
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
          ? 'Drag an entity onto the one that it goes below. By keys: Ctrl+X takes it, Ctrl+V puts it below the line where you are, Enter opens it.'
          : 'Enter opens the entity of the line where you are.'}
      </Typography>
      <Typography role="status" variant="body2" sx={{ minHeight: 20 }}>
        {isMoving ? 'Moving…' : cutStatus({ cut: nodes.get(cutId ?? ''), current, isGoal })}
      </Typography>
      {items.length === 0 ? (
        <Typography color="text.secondary" sx={{ py: 2 }}>
          {nodes.size === 0 ? 'There are no entities that you may see.' : `No entity is called “${search.trim()}”.`}
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
      {pendingMove ? <ConfirmMoveDialog asked={pendingMove} onAnswer={answer} /> : null}
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
  if (isGoal) return `Ctrl+V moves ${cut.name} here. Escape leaves it where it is.`;
  if (current === cut.id) return `${cut.name} is taken: go to the line that it goes below.`;
  return `${cut.name} can not go here.`;
}
