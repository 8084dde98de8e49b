import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Entity } from '#schemas/generated/types.ts';
import { UndoNotification } from '../../frame/UndoNotification.tsx';
import { ifMatchHeaders } from '../../provider/data.ts';
import { request } from '../../provider/http.ts';
import { describeMoveSize, type EntityNode, type MoveSize, needsConfirmation } from './entity-nodes.ts';

/** Milliseconds during which a move can be undone. */
const timeToUndo = 15_000;

/** A move that waits for confirmation because it affects many records. */
export interface PendingMove {
  entity: Entity;
  to: EntityNode | null;
  along: MoveSize;
}

export interface EntityMoves {
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
export function useEntityMoves(onMoved: (id: string) => void): EntityMoves {
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
export const describeTarget = (to: Pick<EntityNode, 'name'> | null): string => (to ? `below ${to.name}` : 'at the top');
